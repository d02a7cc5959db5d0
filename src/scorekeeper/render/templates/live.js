"use strict";
// Asks the server every two seconds for what is new, and says so where it is not there.
const EVERY = 2000;
const PATIENCE = 8000;
const game = document.getElementById("game");
const notice = document.getElementById("notice");
const said = document.getElementById("said");
let state = document.body.dataset.state;
let shown = "";
let since = "";
let problem = notice.textContent;
let timer = 0;
let asking = false;

function tell(text) {
  if (notice.textContent !== text) notice.textContent = text;
  notice.hidden = !text;
}

// What the reader has opened, scrolled and focused stays as it is.
function replace(html) {
  const open = Array.from(game.querySelectorAll("details[open]"), (fold) => fold.id);
  const focused = game.contains(document.activeElement) ? document.activeElement.id : "";
  const sheet = document.getElementById("sheet-scroll");
  const across = sheet ? sheet.scrollLeft : 0;
  const down = window.scrollY;
  game.innerHTML = html;
  for (const id of open) {
    const fold = document.getElementById(id);
    if (fold) fold.open = true;
  }
  const after = document.getElementById("sheet-scroll");
  if (after) after.scrollLeft = across;
  const again = focused && document.getElementById(focused);
  if (again) again.focus({ preventScroll: true });
  window.scrollTo(window.scrollX, down);
}

function take(news) {
  state = news.state;
  document.title = news.title;
  problem = news.problem;
  if (news.game !== shown) replace(news.game);
  shown = news.game;
  said.textContent = news.said;
}

async function ask() {
  clearTimeout(timer);
  if (asking) return;
  asking = true;
  const patience = new AbortController();
  const enough = setTimeout(() => patience.abort(), PATIENCE);
  try {
    const answer = await fetch("/state", {
      cache: "no-store",
      headers: { "If-None-Match": `"${state}"` },
      signal: patience.signal,
    });
    if (answer.status === 200) take(await answer.json());
    else if (answer.status !== 304) throw new Error(answer.statusText);
    since = "";
    tell(problem);
  } catch {
    since = since || new Date().toLocaleTimeString([], { hour: "2-digit", minute: "2-digit" });
    tell(`Not reachable since ${since}. The figures below are the last ones; trying again.`);
  }
  clearTimeout(enough);
  asking = false;
  timer = setTimeout(ask, EVERY);
}

document.addEventListener("visibilitychange", () => { if (!document.hidden) ask(); });
timer = setTimeout(ask, EVERY);

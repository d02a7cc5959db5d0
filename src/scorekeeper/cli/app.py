"""All commands of `score`, with their words, options and help. What they do is in the modules beside this one."""

# No postponed annotations here: Typer would have to evaluate each of them, at every start of every command.
from collections.abc import Mapping
from typing import Annotated

import typer

from scorekeeper._version import __version__
from scorekeeper.cli.options import (
    WORDS,
    Commands,
    GameOption,
    JsonOption,
    NoteOption,
    PlainOption,
    QuietOption,
    RuleOption,
    RulesOption,
    WhyOption,
    Words,
)

HELP = {"help_option_names": ["-h", "--help"]}

app = typer.Typer(
    name="score",
    cls=Commands,
    help="Spades, scored and refereed: every figure with its rule.",
    rich_markup_mode=None,
    pretty_exceptions_enable=False,
    context_settings=HELP,
    epilog="An evening: score new Ann Bob Cy Dee, score bid 4 3 nil 4, score tricks 5 3 0 5, score show.",
)

HandArgument = Annotated[int | None, typer.Argument(help="The number of the hand.", show_default=False)]


def _version(context: typer.Context, value: bool) -> None:
    if value and not context.resilient_parsing:
        typer.echo(f"score {__version__}")
        raise typer.Exit


@app.callback(invoke_without_command=True)
def _score(
    context: typer.Context,
    game: GameOption = None,
    json: JsonOption = False,
    quiet: QuietOption = False,
    no_pager: PlainOption = False,
    version: Annotated[
        bool, typer.Option("--version", callback=_version, is_eager=True, help="Print the version.")
    ] = False,
) -> None:
    if context.invoked_subcommand is None:
        from scorekeeper.cli.look import show_current

        show_current(game, json=json)
    else:
        # Said before the command, it holds for the command, whose own options come first.
        said = {name: value for name, value in (("game", game), ("json", json)) if value}
        context.default_map = _for_all(context.command, said)


def _for_all(command: object, said: Mapping[str, object]) -> dict[str, object]:
    """What was said, for every command below this one."""
    below = getattr(command, "commands", {})
    return {**said, **{name: _for_all(part, said) for name, part in below.items()}}


@app.command(epilog="Example: score new Ann Bob Cy Dee --sides Us,Them --rule nil.made=50 --rule nil.failed=50")
def new(
    players: Annotated[
        list[str] | None, typer.Argument(help="The players, clockwise round the table.", show_default=False)
    ] = None,
    game: GameOption = None,
    name: Annotated[str, typer.Option(help="What the game is called.", metavar="NAME", show_default=False)] = "",
    rules: RulesOption = None,
    rule: RuleOption = None,
    target: Annotated[int | None, typer.Option(help="Points that win.", metavar="POINTS", show_default=False)] = None,
    sides: Annotated[
        str, typer.Option(help="Names of the sides, such as Us,Them.", metavar="NAMES", show_default=False)
    ] = "",
    dealer: Annotated[
        str, typer.Option(help="Who deals first; else the last player.", metavar="NAME", show_default=False)
    ] = "",
    solo: Annotated[bool, typer.Option("--solo", help="Each player alone.")] = False,
    pairs: Annotated[bool, typer.Option("--pairs", help="Partners across the table: four or six players.")] = False,
    threes: Annotated[bool, typer.Option("--threes", help="Six players as two threes, seated in turn.")] = False,
    json: JsonOption = False,
    quiet: QuietOption = False,
) -> None:
    """Start a game: make its file.

    Four players are partners across the table, the first and the third, the second and the fourth.
    """
    from scorekeeper.cli.start import one_seating, start

    seating = one_seating(solo=solo, pairs=pairs, threes=threes)
    start(players or [], game, name, rules, rule or [], target, sides, dealer, seating=seating, json=json)


@app.command(
    cls=Words,
    context_settings=WORDS,
    epilog="Examples: score bid 4 3 nil 4; score bid 43n4; score bid Ann=4 Bob=3 Cy=n Dee=bn",
)
def bid(
    words: Annotated[
        list[str] | None,
        typer.Argument(help="A bid for each player in seat order, or by name.", show_default=False),
    ] = None,
    game: GameOption = None,
    json: JsonOption = False,
    quiet: QuietOption = False,
) -> None:
    """Put down the bids of a hand, before it is played.

    A bid is a number, nil (n) or blind nil (bn). 2+2 3+nil gives the bids side by side.
    """
    from scorekeeper.cli.enter import enter_bids

    enter_bids(words or [], game, json=json)


@app.command(
    cls=Words, context_settings=WORDS, epilog="Examples: score tricks 5 3 0 5; score tricks 8 5; score tricks 8"
)
def tricks(
    words: Annotated[
        list[str] | None,
        typer.Argument(help="Tricks by player in seat order, by side, or by name.", show_default=False),
    ] = None,
    game: GameOption = None,
    note: NoteOption = "",
    json: JsonOption = False,
    quiet: QuietOption = False,
) -> None:
    """Put down the tricks of the hand that was bid.

    Where nobody bid nil, a pile for each side is enough; the last side's follows from the others.
    """
    from scorekeeper.cli.enter import enter_tricks

    enter_tricks(words or [], game, note, json=json)


@app.command(
    "add-hand", cls=Words, context_settings=WORDS, epilog="Examples: score add-hand 4 3 nil 4 / 5 3 0 5; score add-hand"
)
def add_hand(
    words: Annotated[
        list[str] | None,
        typer.Argument(help="Bids, a stroke, tricks: as for bid and tricks.", show_default=False),
    ] = None,
    game: GameOption = None,
    note: NoteOption = "",
    json: JsonOption = False,
    quiet: QuietOption = False,
) -> None:
    """Put down a whole hand, bids and tricks. Without words it asks."""
    from scorekeeper.cli.enter import enter_hand

    enter_hand(words or [], game, note, json=json)


@app.command(epilog="Examples: score play; score play Ann Bob Cy Dee --game friday.toml")
def play(
    players: Annotated[
        list[str] | None, typer.Argument(help="For a new game: the players, clockwise.", show_default=False)
    ] = None,
    game: GameOption = None,
) -> None:
    """Play an evening: it asks for bids and tricks. It goes on where the game stands.

    What each hand gave is shown, and each entry stored at once. Every command can be typed at its prompts, without
    score.
    """
    from scorekeeper.cli.play import play as do

    do(players or [], game)


@app.command(epilog="Examples: score show; score show --as-of 5; score show --chart; score show --json")
def show(
    game: GameOption = None,
    as_of: Annotated[
        int | None,
        typer.Option("--as-of", help="Only the hands up to this one.", metavar="HAND", show_default=False),
    ] = None,
    chart: Annotated[bool, typer.Option("--chart", help="Draw the totals over the hands.")] = False,
    markdown: Annotated[bool, typer.Option("--markdown", help="Print the sheet in Markdown.")] = False,
    csv: Annotated[bool, typer.Option("--csv", help="Print the sheet as CSV.")] = False,
    json: JsonOption = False,
    quiet: QuietOption = False,
    no_pager: PlainOption = False,
) -> None:
    """Show the score sheet, and what matters now."""
    from scorekeeper.cli.look import one_form
    from scorekeeper.cli.look import show as do

    do(game, as_of, one_form(chart=chart, markdown=markdown, csv=csv, json=json), json=json)


@app.command(epilog="Examples: score explain; score explain 4")
def explain(
    hand: HandArgument = None,
    game: GameOption = None,
    json: JsonOption = False,
    quiet: QuietOption = False,
    no_pager: PlainOption = False,
) -> None:
    """Show each figure of a hand with its rule and reason. Where none is named, it is the last hand."""
    from scorekeeper.cli.look import explain as do

    do(hand, game, json=json)


@app.command(epilog="Examples: score outlook; score outlook --json")
def outlook(game: GameOption = None, json: JsonOption = False) -> None:
    """Show what the next hand can bring. It tells what wins, what loses, and both sides' totals for each bid.

    While a hand is being played, the totals stand by the tricks that each side wins.
    """
    from scorekeeper.cli.look import outlook as do

    do(game, json=json)


@app.command(
    epilog="Examples: score check --score 337 --bags 7 --bid 5 --took 8 --claim 290; "
    "score check 4 --claim Us=290; score check"
)
def check(
    hand: HandArgument = None,
    game: GameOption = None,
    claim: Annotated[
        list[str] | None,
        typer.Option(
            help="The score that somebody says: 290, or Us=290 for a hand of a game (else the last).",
            metavar="SCORE",
            show_default=False,
        ),
    ] = None,
    score: Annotated[
        int | None,
        typer.Option(help="The side's score before the hand.", metavar="POINTS", show_default=False),
    ] = None,
    bags: Annotated[
        int | None, typer.Option(help="Its bags before the hand.", metavar="BAGS", show_default=False)
    ] = None,
    bid: Annotated[
        list[str] | None,
        typer.Option(help="What it bid: 5, or 4+nil.", metavar="BIDS", show_default=False),
    ] = None,
    took: Annotated[
        list[str] | None,
        typer.Option(help="What it took: 8, or 5+0.", metavar="TRICKS", show_default=False),
    ] = None,
    rules: RulesOption = None,
    rule: RuleOption = None,
    accept: Annotated[bool, typer.Option("--accept", help="Write the totals of the rules into the file.")] = False,
    why: WhyOption = "",
    json: JsonOption = False,
    quiet: QuietOption = False,
) -> None:
    """Check a score that somebody says, or that was written.

    With --score, --bags, --bid and --took it is one side's hand, and no file is needed. With a number or a claim it is
    a hand of the game; with neither, every total in its file.
    """
    from scorekeeper.cli.judge import Facts
    from scorekeeper.cli.judge import check as do

    facts = Facts(score, bags, bid or [], took or [], rules, rule or [])
    do(hand, game, claim or [], facts, accept=accept, why=why, json=json)


@app.command(
    cls=Words,
    context_settings=WORDS,
    epilog="Examples: score edit 3 4 3 nil 5; score edit 3 / 5 4 0 4 --why 'counted again'; score edit 3 Dee=5",
)
def edit(
    hand: Annotated[int, typer.Argument(help="The number of the hand.")],
    words: Annotated[
        list[str] | None,
        typer.Argument(help="Bids, a stroke, tricks; only what changes.", show_default=False),
    ] = None,
    game: GameOption = None,
    dealer: Annotated[str, typer.Option(help="Who dealt the hand.", metavar="NAME", show_default=False)] = "",
    note: Annotated[str | None, typer.Option(help="Something to remember.", metavar="TEXT", show_default=False)] = None,
    why: WhyOption = "",
    json: JsonOption = False,
    quiet: QuietOption = False,
) -> None:
    """Correct a hand that was entered wrongly. What stood there is kept; score log shows it."""
    from scorekeeper.cli.correct import edit as do

    do(hand, words or [], game, dealer, note, why, json=json)


@app.command(epilog="Example: score undo")
def undo(game: GameOption = None, json: JsonOption = False, quiet: QuietOption = False) -> None:
    """Take back the last entry or correction. Nothing is lost: score redo brings it back."""
    from scorekeeper.cli.correct import undo as do

    do(game, json=json)


@app.command(epilog="Example: score redo")
def redo(game: GameOption = None, json: JsonOption = False, quiet: QuietOption = False) -> None:
    """Bring back what score undo took back."""
    from scorekeeper.cli.correct import redo as do

    do(game, json=json)


@app.command(epilog="Example: score log")
def log(
    game: GameOption = None, json: JsonOption = False, quiet: QuietOption = False, no_pager: PlainOption = False
) -> None:
    """Show what was corrected and taken back, when and why."""
    from scorekeeper.cli.look import log as do

    do(game, json=json)


@app.command(
    epilog="Examples: score rules; score rules bags; score rules bicycle --compare pagat; "
    "score rules --change nil.made=50 --why 'agreed by all'"
)
def rules(
    name: Annotated[str, typer.Argument(help="A rule set, or a rule.", show_default=False)] = "",
    compare: Annotated[str, typer.Option(help="Another rule set.", metavar="NAME", show_default=False)] = "",
    change: Annotated[
        list[str] | None,
        typer.Option(help="A setting of the game that changes from the next hand on.", metavar="KEY=VALUE"),
    ] = None,
    why: WhyOption = "",
    game: GameOption = None,
    json: JsonOption = False,
    no_pager: PlainOption = False,
    quiet: QuietOption = False,
) -> None:
    """List, explain or compare rules and rule sets. With --change, those of the game change."""
    from scorekeeper.cli import rulebook

    if change:
        rulebook.change_rules(change, game, why, beside=name or compare, json=json)
    elif compare:
        rulebook.compare(name, compare, json=json)
    else:
        rulebook.rules(name, json=json)


@app.command(epilog="Examples: score schema > game.schema.json; score schema --export")
def schema(
    export: Annotated[bool, typer.Option("--export", help="The schema of what show --json prints.")] = False,
) -> None:
    """Print the JSON Schema of a game file. Editors complete and check TOML with it."""
    from scorekeeper.cli.screen import out_json

    if export:
        from scorekeeper.render.schema import export_schema

        out_json(export_schema())
    else:
        from scorekeeper.storage.schema import game_schema

        out_json(game_schema())


@app.command(epilog="Examples: score export --text -; score export --html game.html --csv game.csv")
def export(
    game: GameOption = None,
    html: Annotated[str, typer.Option(help="A web page.", metavar="FILE", show_default=False)] = "",
    markdown: Annotated[str, typer.Option(help="Markdown.", metavar="FILE", show_default=False)] = "",
    text: Annotated[str, typer.Option(help="Plain text for a phone.", metavar="FILE", show_default=False)] = "",
    csv: Annotated[str, typer.Option(help="A table for a spreadsheet.", metavar="FILE", show_default=False)] = "",
    json: Annotated[str, typer.Option(help="Data for programs.", metavar="FILE", show_default=False)] = "",
    force: Annotated[bool, typer.Option("--force", help="Write over files that are there.")] = False,
) -> None:
    """Write the game in other forms. They are for a group chat, a spreadsheet, a browser or a program.

    Where the file is -, it goes to standard output.
    """
    from scorekeeper.cli.export import export as do

    wanted = {"html": html, "markdown": markdown, "text": text, "csv": csv, "json": json}
    do(game, {form: path for form, path in wanted.items() if path}, force=force)


rule_app = typer.Typer(help="Rule on what happened in a hand.", rich_markup_mode=None, context_settings=HELP)
app.add_typer(rule_app, name="rule")


@rule_app.command(epilog="Example: score rule renege 4 Bob --why 'he held the 7 of clubs'")
def renege(
    hand: Annotated[int, typer.Argument(help="The number of the hand.")],
    player: Annotated[str, typer.Argument(help="Who did not follow suit and could have.")],
    to: Annotated[
        str, typer.Option(help="The side that is paid, of three or more.", metavar="SIDE", show_default=False)
    ] = "",
    game: GameOption = None,
    why: WhyOption = "",
    json: JsonOption = False,
    quiet: QuietOption = False,
) -> None:
    """Rule that a player reneged; the rules of the game set the price."""
    from scorekeeper.cli.rulings import renege as do

    do(hand, player, to, game, why, json=json)


@app.command(cls=Words, context_settings=WORDS, epilog="Example: score adjust 4 Us=-30 --why 'talked across the table'")
def adjust(
    hand: Annotated[int, typer.Argument(help="The number of the hand.")],
    words: Annotated[
        list[str] | None, typer.Argument(help="A side and its points: Us=-30.", show_default=False)
    ] = None,
    game: GameOption = None,
    why: WhyOption = "",
    json: JsonOption = False,
    quiet: QuietOption = False,
) -> None:
    """Add or take off points that the table agreed on."""
    from scorekeeper.cli.rulings import adjust as do

    do(hand, words or [], game, why, json=json)


@app.command(epilog="Examples: score void; score void 4 --why 'a card was missing'")
def void(
    hand: HandArgument = None,
    game: GameOption = None,
    why: WhyOption = "",
    lift: Annotated[bool, typer.Option("--lift", help="Count a void hand again.")] = False,
    json: JsonOption = False,
    quiet: QuietOption = False,
) -> None:
    """Take a hand out of the count. It is the one named, the one in play, or one that was dealt and thrown in.

    It scores nothing, and the same player deals again. The reason is a misdeal where none is given.
    """
    from scorekeeper.cli.rulings import void as do

    do(hand, game, why, lift=lift, json=json)


@app.command(
    epilog='Examples: score trick 5H KH 2S AH --led-by Ann --players "Ann,Bob,Cy,Dee"; score trick 5C --hand "2C KD 3S"'
)
def trick(
    cards: Annotated[
        list[str] | None,
        typer.Argument(
            help="The cards in order of play: AS, 10h, HK, BJ, LJ; D? for some diamond.", show_default=False
        ),
    ] = None,
    led_by: Annotated[str, typer.Option(help="Who led.", metavar="NAME", show_default=False)] = "",
    players: Annotated[
        str,
        typer.Option(
            help="The players, clockwise, with commas; else those of --game.", metavar="NAMES", show_default=False
        ),
    ] = "",
    hand: Annotated[
        str,
        typer.Option(
            help="The hand of the next to play; before any card, the leader's.", metavar="CARDS", show_default=False
        ),
    ] = "",
    play: Annotated[
        str, typer.Option(help="The card of that hand that was played.", metavar="CARD", show_default=False)
    ] = "",
    broken: Annotated[bool, typer.Option("--broken", help="Spades were broken before this trick.")] = False,
    first: Annotated[bool, typer.Option("--first", help="It is the first trick of the hand.")] = False,
    game: GameOption = None,
    rules: RulesOption = None,
    rule: RuleOption = None,
    json: JsonOption = False,
) -> None:
    """Say who won a trick, and which cards may be played to it."""
    from scorekeeper.cli.table import Question
    from scorekeeper.cli.table import trick as do

    asked = Question(cards or [], led_by, players, hand, play, broken, first)
    do(asked, game, rules, rule or [], json=json)


@app.command(epilog="Example: score referee examples/recorded-hand.txt")
def referee(
    file: Annotated[str, typer.Argument(help="A recorded hand, as plain text.")],
    rules: RulesOption = None,
    rule: RuleOption = None,
    json: JsonOption = False,
) -> None:
    """Judge a recorded hand, trick by trick. It tells who won each, what was illegal, and what proves it.

    Lines of the file: players: Ann, Bob, Cy, Dee; hand Ann: AS KS 10h; and for each trick its leader and the cards
    in order of play, Ann: 5H KH 2S AH.
    """
    from scorekeeper.cli.table import referee as do

    do(file, rules, rule or [], json=json)


@app.command(epilog="Examples: score serve; score serve --host 0.0.0.0 -g friday.toml")
def serve(
    game: GameOption = None,
    host: Annotated[
        str,
        typer.Option(help="The address of this machine to show it at; 0.0.0.0 for all that it has.", metavar="ADDRESS"),
    ] = "127.0.0.1",
    port: Annotated[int, typer.Option(help="The port; 0 for one that is free.", metavar="NUMBER")] = 8052,
) -> None:
    """Show the running game on the phones and the TV. It can be read there, and not changed.

    The page follows the game by itself; where none is named, that is the one changed last in the folder.
    """
    from scorekeeper.cli.serve import serve as do

    do(game, host, port)


@app.command("import", epilog="Example: score import examples/paper-sheet.csv --game friday.toml --rule bags.limit=0")
def import_(
    sheet: Annotated[str, typer.Argument(help="A score sheet saved as CSV: one row a hand.", metavar="SHEET")],
    game: GameOption = None,
    name: Annotated[str, typer.Option(help="What the game is called.", metavar="NAME", show_default=False)] = "",
    rules: RulesOption = None,
    rule: RuleOption = None,
    sides: Annotated[
        str, typer.Option(help="Who plays with whom: Us=Ann+Cy,Them=Bob+Dee.", metavar="SIDES", show_default=False)
    ] = "",
    json: JsonOption = False,
    quiet: QuietOption = False,
) -> None:
    """Make a game of a paper sheet, and check its totals. They are kept as they were written.

    Headers say what a column holds: Ann bid, Ann took or Us took, Us total, dealer, note.
    """
    from scorekeeper.cli.importing import import_sheet

    import_sheet(sheet, game, name, rules, rule or [], sides, json=json)


@app.command(epilog="Examples: score stats; score stats examples --since 2026-09 --player Ann; score stats --csv")
def stats(
    paths: Annotated[
        list[str] | None,
        typer.Argument(
            help="Game files, and folders with games; else this folder.", metavar="PATH...", show_default=False
        ),
    ] = None,
    player: Annotated[
        list[str] | None,
        typer.Option(help="Only games in which this player plays.", metavar="NAME", show_default=False),
    ] = None,
    since: Annotated[str, typer.Option(help="The first day: 2026-11-27.", metavar="DATE", show_default=False)] = "",
    until: Annotated[str, typer.Option(help="The last day: 2026-11-27.", metavar="DATE", show_default=False)] = "",
    rules: RulesOption = None,
    players: Annotated[bool, typer.Option("--players", help="Only the players.")] = False,
    partnerships: Annotated[bool, typer.Option("--partnerships", help="Only the partnerships.")] = False,
    sort: Annotated[
        str,
        typer.Option(
            help="What to sort by, the most first: won, games, run, hands, points, bags, penalties, set, nil, "
            "blind-nil, best, worst or name.",
            metavar="COLUMN",
        ),
    ] = "won",
    json: JsonOption = False,
    csv: Annotated[bool, typer.Option("--csv", help="Print the figures as CSV, for a spreadsheet.")] = False,
) -> None:
    """Count many games by players and partnerships. It adds up what they bid, took, won and lost.

    Folders are searched with those in them; other files than games are passed over. A day may be a month or a year.
    """
    from scorekeeper.cli.evenings import Asked, show_stats

    asked = Asked(paths or [], player or [], since, until, rules, sort, players, partnerships, json, csv)
    show_stats(asked)


@app.command(epilog="Examples: score config; score config --init")
def config(
    init: Annotated[
        bool, typer.Option("--init", help="Write a file to fill in; never over one that is there.")
    ] = False,
    json: JsonOption = False,
) -> None:
    """Show the defaults in force, and where each comes from. That is the file, the environment, or built in."""
    from scorekeeper.cli.defaults import config as do

    do(init=init, json=json)


@app.command(epilog="Examples: score demo; score demo --fast")
def demo(
    fast: Annotated[bool, typer.Option("--fast", help="Do not wait for Enter between the steps.")] = False,
) -> None:
    """Play a short evening, to see how it goes. It touches none of your files."""
    from scorekeeper.cli.demo import demo as do

    do(fast=fast)


@app.command("help", epilog="Examples: score help; score help show; score help rule renege")
def help_(
    command: Annotated[
        list[str] | None, typer.Argument(help="The command to be explained.", show_default=False)
    ] = None,
) -> None:
    """Explain a command, as its --help does."""
    from scorekeeper.cli.main import main

    raise typer.Exit(main([*(command or []), "--help"]))

"""How long things take, as ratios within one run: `python -m benchmarks`. docs/performance.md tells what was found."""

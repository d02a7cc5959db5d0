"""What is done to the program to see whether a game is ever lost: kills, failing system calls, many writers.

`python tools/battery.py` runs it at length and prints the figures; the tests run a little of it.
"""

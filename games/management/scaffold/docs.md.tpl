# Last Stone

## Rules

- LS-1. The heap has 20, 40 or 60 stones (option `stones`). Chance says who takes first: label `first player`, one draw below 2.
- LS-2. In turn, each takes one, two or three stones, no more than there are. Nobody may pass.
- LS-3. Whoever takes the last stone wins (`last`).

## Notation

`T1`, `T2`, `T3`: take so many stones.

## State

| key | meaning |
| --- | --- |
| `stones` | stones of the heap at the beginning |
| `heap` | stones that are left |
| `to_move` | the seat whose move it is; left out when the match is over |
| `winner` | the seat that took the last stone; left out until then |

`LastStoneView` (`games/rules/last_stone/view.py`) shows all of it to everybody.

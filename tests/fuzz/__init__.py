"""Fuzzers that stay: inputs spoilt in ways that know what they spoil.

The promise, for whatever is given to a command:

- it ends with exit code 0, 1 (a verdict other than best) or 2, within its time;
- what is wrong is one line on stderr that begins with ``bestrun:``, exit code 2, no traceback
  and no internal error;
- what is printed commands no terminal, and with ``--json`` every line is valid JSON;
- files are written whole or not at all, and nothing else is left behind;
- whatever is still valid is answered the same by all methods, and ``check`` accepts the plan.

``tests/fuzz/test_fuzz.py`` keeps it in seconds, with seeds. By hand, from the project's folder::

    python -m tests.fuzz --minutes 30

New formats and games join in :mod:`tests.fuzz.kinds`.
"""

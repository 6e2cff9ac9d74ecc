"""``make audit``: pip-audit's findings, and the packages that it could not look up.

pip-audit reports no known vulnerability for a package of which it has no data.
"""

import json
import re
import subprocess
import sys
from pathlib import Path
from typing import Any

# As pip-audit itself has it for vulnerabilities.
VULNERABLE = 1
NOT_LOOKED_UP = 2


def audit(pip_audit: str, constraints: str) -> tuple[int, str]:
    """The exit status, and the output."""
    options = ("--no-deps", "--disable-pip", "--progress-spinner", "off", "--format", "json")
    ran = subprocess.run(
        [pip_audit, "--requirement", constraints, *options],
        check=False,
        capture_output=True,
        text=True,
    )
    try:
        findings: list[dict[str, Any]] = json.loads(ran.stdout)["dependencies"]
    except (ValueError, KeyError, TypeError):
        why = (ran.stderr.strip().splitlines() or ["pip-audit said nothing"])[-1]
        return NOT_LOOKED_UP, f"could not look anything up: {why}"

    looked_up = [each for each in findings if "vulns" in each]
    pinned = {_plain(line.partition("==")[0]) for line in Path(constraints).read_text().split()}
    missed = pinned - {_plain(each["name"]) for each in looked_up}
    if not looked_up:
        why = next((each["skip_reason"] for each in findings if "skip_reason" in each), "no reason")
        return NOT_LOOKED_UP, f"could not look anything up: {why}"

    vulnerable = [
        f"{each['name']} {each['version']}: {vulnerability['id']}"
        f", mended in {', '.join(vulnerability.get('fix_versions', ())) or 'no version yet'}"
        for each in looked_up
        for vulnerability in each["vulns"]
    ]
    lines = [*vulnerable]
    if missed:
        lines.append(f"could not look up {', '.join(sorted(missed))}")
    if vulnerable:
        return VULNERABLE, "\n".join([*lines, f"{len(vulnerable)} known vulnerabilities"])
    if missed:
        return NOT_LOOKED_UP, "\n".join(lines)
    return 0, f"no known vulnerabilities in {len(looked_up)} packages"


def _plain(name: str) -> str:
    """A package's name as all ways to write it have in common."""
    return re.sub(r"[-_.]+", "-", name).lower()


if __name__ == "__main__":
    status, output = audit(*sys.argv[1:])
    for line in output.splitlines():
        print(f"make audit: {line}")
    sys.exit(status)

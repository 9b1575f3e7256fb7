"""Lights as a reviewing tool writes them: one line each, `anna 12 system-a green`."""

from tertium.formats.format import Format
from tertium.formats.given import GivenFile
from tertium.table import JudgementTable
from tertium_traffic_light.protocol import LIGHTS, SCALE


def read_log(file: GivenFile) -> JudgementTable:
    """Return one score per line; a line that cannot be read is told with its number."""
    rows = []
    for number, line in file.lines():
        fields = line.split()
        if len(fields) != 4 or fields[3] not in LIGHTS:
            raise file.wrong(
                f"{line!r} is no annotator, segment, system and light",
                f"Write for example: anna 12 system-a {LIGHTS[-1]}",
                line=number,
            )
        annotator, segment, system, light = fields
        about = {"judgement": str(number), "annotator": annotator, "segment": segment}
        value = float(LIGHTS.index(light) + 1)
        rows.append(about | {"system": system, "aspect": "overall", "value": value, "label": light})
    return JudgementTable.from_rows(rows).on_scale(SCALE, "overall")


LIGHT_LOG = Format("light log", read_log, endings=(".lights",))

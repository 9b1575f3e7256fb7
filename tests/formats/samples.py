"""A small file in the layout of every format, made by hand: what its reader must find in it.

The first file of a sample is the one that is read; others lie beside it. The tests of recognition,
of broken files and of the manual's table go through all of them.
"""

import sqlite3
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from tertium.formats.error_files import write_errors
from tertium.formats.judgements import read_judgements
from tests.formats.test_its import OLD as ITS_FILE

TAB = "\t"


@dataclass(frozen=True, slots=True)
class Sample:
    """Files by name, and how many rows of each aspect the first one holds; texts have none."""

    files: Mapping[str, str | bytes]
    rows: Mapping[str, int]

    def write(self, folder: Path) -> Path:
        """Write the files and return the one to read."""
        for name, content in self.files.items():
            path = folder / name
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_bytes(content if isinstance(content, bytes) else content.encode())
        return folder / next(iter(self.files))


def table(*rows: str, by: str = ",") -> str:
    """Return a table whose fields stand between blanks here."""
    return "".join(by.join(row.split(" ")) + "\n" for row in rows)


SPANS = """annotator,segment,system,side,start,end,category,severity,source,target
ann,1,x,target,0,5,Accuracy,major,Good day,Guten Tag
ann,2,x,,,,,,Bye,Tschüss
"""
UNIT = (
    '<unit id="1" type="pe"><S producer="en">Good day</S><MT producer="mt">Gute Tag</MT>'
    '<annotations revisions="1"><annotation r="1"><PE producer="ann.mt">Guter Tag</PE>'
    '<assessment id="effort"><score>2. Little</score></assessment>'
    '<indicator id="editing" type="time">1m2s,50</indicator>'
    '<indicator id="letter-keys" type="count">3</indicator></annotation></annotations></unit>'
)
RANKING_XML = """<wmt16-results>
<HIT block-id="1" hit-id="h1" source-language="tur" target-language="eng">
<ranking-task id="7"><ranking-result duration="00:01:02.5" user="ann">
<translation rank="1" system="a"/><translation rank="2" system="b,c"/>
<translation rank="-1" system="d"/></ranking-result>
<ranking-result skipped="true" user="bea"/></ranking-task></HIT></wmt16-results>
"""
RELEASE = """HITId WorkerId Input.src Input.trg Input.item hit sys_id rid type sid score time
h1\tM1\tcs\ten\tad\t4\ta\t1\tSYSTEM\t177\t80\t900.0
h1\tM1\tcs\ten\tad\t4\ta\t1\tBAD_REF\t177\t20\t900.0
h1\tM1\tcs\ten\tad\t4\ta\t1\tREF\t177\t95\t900.0
"""
PEARMUT = (
    '{"annotation":[{"m":{"score":70,"error_spans":[{"start_i":0,"end_i":4,"severity":"minor",'
    '"category":"Style"}]}}],"actions":[{"time":1705680000,"action":"focus"}],"item":[{"src":'
    '"Good day","tgt":{"m":"Guten Tag"}}],"user_id":"ann","item_i":0}\n'
)
BY_SEGMENT = (
    '{"doc_id":"en-de_#_news_#_d1_#_0","src_text":"Good day","tgt_text":{"m":"Guten Tag"},'
    '"scores":{"m":[{"score":70,"annotator":"ann","errors":[{"start_i":0,"end_i":4,'
    '"severity":"minor","error_type":null}],"times":[1.0,4.5]}]}}\n'
)
BY_JUDGEMENT = (
    '{"langs":"en-de","line_id":3,"src":"Good day","tgt":"Guten Tag","doc_id":"d1","domain":"news",'
    '"esa_spans":[{"start_i":0,"end_i":4,"severity":"minor"}],"esa_score":"70","system":"m",'
    '"annotator":"ann","speech_info":null}\n'
)
RATING = (
    'm\t{"errors":[{"start":0,"end":5,"category":"Style","severity":"minor","score":1,'
    '"is_source_error":false}]}\trater1\nm\tNone\trater1\nm\t{"errors":[]}\trater2\n'
)
MTME_LINE = (
    '{"source":"Good day","hypothesis":"Guten Tag","errors":[{"start":0,"end":5,"category":"Style",'
    '"severity":"minor","score":1,"is_source_error":false}],"document_id":"d1","segment_id":0,'
    '"system_id":"m","rater_id":"ann","src_lang":"en","tgt_lang":"de"}\n'
)
BIO = TAB.join(
    ("SEG_ID", "Doc", "Source", "Tagged_Source", "Target", "MT", "Tagged_Target",
     "Error Category", "Severity", "Annotator_ID")
) + "\n" + TAB.join(
    ("1", "doc1", "Good day", "", "Guten Tag", "m", "<tag>Guten</tag> Tag",
     "Terminology - Wrong term", "Minor", "7")
) + "\n"  # fmt: skip
BIO_JSON = (
    '[{"source":"Good day","target":"Guten Tag","SEG_ID":"1","MT_Engine":"m","source_errors":[],'
    '"target_errors":[{"term":"Guten","startIndex":0,"endIndex":4,"error_category":"Wrong term",'
    '"severity":"Minor"}],"Annotator_ID":7}]'
)
QREV = (
    "system,criterion,evaluator,line,segment_id,tokens\n"
    "a,adequacy,e1,1,d_1,Guten|None|None Tag|Order|Minor .|None|None\n"
)
HUME_NODES = (
    "node_id,sent_id,annot_id,lang,mt_label,children,parent,ucca_label,pos\n"
    "1,5,cs1,cs,A,2 3,,H,-1\n2,5,cs1,cs,G,,1,A,0\n3,5,cs1,cs,R,,1,C,1\n"
)
HUME_SENTENCES = """sent_id,annot_id,lang,source,target,timestamp
5,cs1,cs,Good day,Dobrý den,2016-01-02 10:00:00
"""
BATCHES = (
    '[{"items":[{"itemID":1,"itemType":"TGT","documentID":"d1","sourceID":"s","targetID":"m",'
    '"sourceText":"Good day","targetText":"Guten Tag","isCompleteDocument":false,"_item":1,'
    '"mqm":[]}],"task":{"batchNo":1,"sourceLanguage":"eng","targetLanguage":"deu"}}]'
)
TPR_SG = table(
    "Id STseg TTseg Study Session SL TL Task Text Part Dur PreGap Ins Del TokS TokT String",
    '1 1 1 s P01_T02 en de P 02 P01 2500 300 7 2 2 2 "Guten_Tag"',
    by=TAB,
)
TRANSLOG = (
    '<LogFile><Languages source="en" target="de"/><SourceTextUTF8>Good day</SourceTextUTF8>'
    '<TargetTextUTF8></TargetTextUTF8><Events><System Time="0" Value="START"/>'
    '<Key Time="900" Cursor="0" Type="insert" Value="G"/><System Time="4000" Value="STOP"/>'
    "</Events><FinalTextUTF8>Guten Tag</FinalTextUTF8></LogFile>"
)
STUDIO = (
    '[{"id":1,"data":{"source":"Good day","target":"Guten Tag","system":"m"},"annotations":[{"id":'
    '2,"completed_by":3,"created_at":"2026-03-01T14:30:00Z","lead_time":4.5,"result":[{"id":"r",'
    '"type":"labels","from_name":"error","to_name":"target","value":{"start":0,"end":5,"text":"Guten",'
    '"labels":["Style/minor"]}},{"id":"s","type":"rating","from_name":"fluency","value":{"rating":4}'
    "}]}]}]"
)
POTATO = (
    '{"id":"1","displayed_text":"Guten Tag","label_annotations":{"fluency":{"good":"true"}},'
    '"span_annotations":[{"start":0,"end":5,"span":"Guten","annotation":"minor"}],'
    '"behavioral_data":{"time_string":"Time spent: 0d 0h 0m 5s "}}\n'
)
WEBANNO = (
    "#FORMAT=WebAnno TSV 3.3\n#T_SP=custom.Error|category|severity\n\n\n#Text=Guten Tag\n"
    "1-1\t0-5\tGuten\tStyle[1]\tminor[1]\t\n1-2\t6-9\tTag\tStyle[1]\tminor[1]\t\n"
)
XLIFF = (
    '<xliff version="1.2"><file original="d" source-language="en" target-language="de"><body>'
    '<trans-unit id="1"><source>a<g id="1">b</g></source><target>c</target></trans-unit></body>'
    "</file></xliff>"
)
TMX = (
    '<tmx version="1.4"><header srclang="en"/><body><tu><tuv xml:lang="en"><seg>a</seg></tuv>'
    '<tuv xml:lang="de"><seg>b</seg></tuv></tu></body></tmx>'
)


def posedion(folder: Path) -> bytes:
    """Return the database of a project."""
    path = folder / "made.sqlite"
    database = sqlite3.connect(path)
    database.executescript(
        "CREATE TABLE segments (segment_id, slsegment, rawMT, postEd, status);"
        "CREATE TABLE actions (id, type, segment_id, time, key, position, len, mode);"
        "INSERT INTO segments VALUES (1, 'Good day', 'Gute Tag', 'Guter Tag', 'done');"
        "INSERT INTO actions VALUES (1, 'START', 1, '2021-04-19 17:21:55', '', 0, 0, '');"
        "INSERT INTO actions VALUES (2, 'K', 1, '2021-04-19 17:21:56', 'Key.letter.r', 0, 0, '');"
        "INSERT INTO actions VALUES (3, 'EXIT', 1, '2021-04-19 17:21:58', '', 0, 0, '');"
    )
    database.close()
    content = path.read_bytes()
    path.unlink()
    return content


def scorecard(folder: Path) -> bytes:
    """Return a scorecard as it is written."""
    path = folder / "spans.csv"
    path.write_text(SPANS, encoding="utf-8")
    write_errors(read_judgements(path), folder / "made.xlsx", kind="xlsx")
    content = (folder / "made.xlsx").read_bytes()
    for made in (path, folder / "made.xlsx"):
        made.unlink()
    return content


def one(name: str, content: str, **rows: int) -> Sample:
    return Sample({name: content}, rows)


EDITED = {"edited": 1, "source": 1, "mt": 1}
MARKED = {"overall": 1, "source": 1, "target": 1, "error": 1}
SAMPLES: dict[str, Sample] = {
    "comparisons": one(
        "j.csv", 'annotator,segment,left,right,answer,comment\na,1,x,y,left,"oh ""no""\nyes"\n'
        "b,2,y,x,tie,\n", preference=2,
    ),
    "edits": Sample({"e.csv": table(
        "annotator segment system source mt edited seconds keystrokes",
        "ann 1 x Good_day Gute_Tag Guter_Tag 2.5 7")}, EDITED | {"seconds": 1, "keystrokes": 1}),
    "outcomes": one("o.csv", table("annotator unit condition passed", "a 1 MT yes"), passed=1),
    "answered spans": one("s.csv", SPANS.replace(",source", ",answer,source").replace(
        "major,", "major,accept,").replace(",,,,,,Bye", ",,,,,,,Bye"),
        overall=4, source=4, target=4, error=2, answer=1),
    "spans": one("s.csv", SPANS, overall=2, source=2, target=2, error=1),
    "scores": one("s.tsv", table("annotator segment system score", "a 1 x 3", "b 2 y 4", by=TAB),
                  overall=2),
    "labels": one("l.csv", table("annotator segment system label", "a 1 x good"), overall=1),
    "table": one("t.jsonl", '{"annotator":"a","segment":1,"system":"x","aspect":"fluency",'
                 '"value":3}\n', fluency=1),
    "rankings": one("r.csv", table("annotator segment system rank", "a 1 x 1", "a 1 y 2"),
                    preference=1),
    "WMT rankings": one("w.csv", table(
        "srclang trglang srcIndex documentId segmentId judgeId system1Number system1Id "
        "system2Number system2Id system1rank system2rank",
        "cs en 1 d 1 ann 1 x 2 y 1 2"), preference=1),
    "WMT rankings, pairwise": one("w.csv", table(
        "srclang trglang srcIndex segmentId judgeID system1Id system1rank system2Id system2rank "
        "rankingID", "cs en 1 1 ann x 1 y 2 9"), preference=1),
    "rankings by output shown": one("f.csv", table(
        "ranking_id hit_id block_id src tgt segment judge duration_s position systems rank",
        "1 h b fr en 5 ann 12.5 1 x 1", "1 h b fr en 5 ann 12.5 2 y+z 2"), preference=1),
    "pairs of a ranking": one("p.csv", table(
        "doc segment judge system1 rank1 system2 rank2", "1 2 ann ht 1 c6 2"), preference=1),
    "WMT direct assessments": one("d.csv", table(
        "hit_id worker system type segment raw_score", "h w x SYSTEM 1 70", "h w x BAD_REF 1 20"),
        overall=2),
    "WMT direct assessments, standardised": one("z.csv", table(
        "hit_id worker system type segment z_score", "h w x SYSTEM 1 0.7"), overall=1),
    "HUME direct assessments": one("h.csv", table(
        "hit worker system rid type segment raw_score hit_seconds", "h w x 1 cal 1 20 99.5"),
        overall=1),
    "assessments by campaign": one("c.csv", table(
        "campaign system src tgt user segment score valid_line", "c x cs en u01 12 70 True"),
        overall=1),
    "MLQE direct assessments": one("m.tsv", "index\toriginal\ttranslation\tscores\tz_scores\n"
        "0\tGood day\tGuten Tag\t[70, 80]\t[0.1, 0.2]\n", overall=2, z=2),
    "Appraise scores": one("a.csv",
        'ann,m,1,TGT,eng,deu,70,d1,False,"[{""start_i"":0,""end_i"":4,""severity"":""major"",'
        '""error_type"":null}]",1.5,9.5\n', overall=1, error=1),
    "MQM errors": one("q.tsv", table(
        "system doc docSegId globalSegId rater source target category severity metadata",
        "m d1 1 1 rater1 Good_day <v>Guten</v>_Tag Style Minor {}", by=TAB), **MARKED),
    "mapping of a table": Sample({
        "lqa.mapping.toml": 'file = "lqa.csv"\n[columns]\nscore = "Note"\nannotator = "Who"\n'
        '[always]\nsystem = "MT"\n',
        "lqa.csv": "Who;Note;Rest\nann;4;a\nbea;5;b\n"}, {"overall": 2}),
    "PET results": Sample({"p.per": f'<job id="j">{UNIT}</job>'}, EDITED | {
        "seconds": 1, "letters": 1, "keystrokes": 1, "overall": 1}),
    "WMT rankings (XML)": one("r.xml", RANKING_XML, preference=1),
    "WMT direct assessments (ad-*)": one("ad-csen-raw.csv", RELEASE, overall=3),
    "Pearmut": one("p.jsonl", PEARMUT, **MARKED),
    "WMT ESA by segment": one("w.jsonl", BY_SEGMENT, **MARKED),
    "WMT ESA by judgement": one("w.jsonl", BY_JUDGEMENT, **MARKED),
    "mt-metrics-eval ratings": one("en-de.mqm.seg.rating", RATING, overall=2, error=1),
    "mt-metrics-eval JSON lines": one("m.jsonl", MTME_LINE, **MARKED),
    "mt-metrics-eval human scores": one("en-de.esa.seg.score", "m\t70\nm\tNone\nn 71.5\n", esa=2),
    "XLIFF with marked errors": one("i.xlf", ITS_FILE, overall=1, source=1, target=1, error=3),
    "biomedical MQM": one("b.tsv", BIO, **MARKED),
    "biomedical MQM (JSON)": one("b.json", BIO_JSON, **MARKED),
    "QRev table": one("q.csv", QREV, overall=1, target=1, error=1),
    "QRev text files": Sample({
        "R1_en-hr_a_adequacy-issue-types_e1.txt": "Dobar|None|None dan|Order|Minor \n",
        "R1_en-hr_a_adequacy-issue-types.en.txt": "Good|None|None day|None|None \n",
        "r.id": "d_1\n"}, MARKED),
    "HUME nodes": Sample({"nodes.csv": HUME_NODES, "sentences.csv": HUME_SENTENCES}, MARKED),
    "Appraise batches": one("b.json", BATCHES, overall=1, source=1, target=1),
    "TPR-DB segments": Sample({"P01_T02.sg": TPR_SG}, {
        "edited": 1, "seconds": 1, "keystrokes": 1, "first_key": 1, "inserted": 1, "deleted": 1}),
    "Translog-II": Sample({"P01_T2.xml": TRANSLOG}, EDITED | dict.fromkeys((
        "seconds", "keystrokes", "erasing", "navigation", "inserted", "deleted", "first_key",
        "last_key"), 1)),
    "Label Studio": one("l.json", STUDIO, fluency=1, **MARKED),
    "Potato": one("ann/annotated_instances.jsonl", POTATO, overall=1, target=1, error=1, fluency=1),
    "WebAnno TSV 3": one("doc/ann.tsv", WEBANNO, overall=1, target=1, error=1),
    "COMET": one("c.json", '{"a.txt": [{"src": "Hi", "mt": "Hallo", "COMET": 0.8}]}', comet=1),
    "MetricX": one(
        "a.jsonl", '{"hypothesis": "Hallo", "prediction": 1.5, "system": "a"}\n', metricx=1),
    "WMT metrics task": one("m.seg.score", "BLEU de-en newstest ref a 1 0.5\n".replace(" ", TAB),
                            BLEU=1),
    "mt-metrics-eval scores": one("BLEU-refA.seg.score", "a 0.5\na None\n", **{"BLEU-refA": 1}),
    "doccano": one("ann.jsonl", '{"id":1,"text":"Guten Tag","label":[[0,5,"minor"]]}\n',
                   overall=1, target=1, error=1),
    "doccano (CSV)": one("ann.csv", "id,text,label\n1,Guten Tag,good\n", label=1, target=1),
    "texts in a table": one("t.csv", 'source,old,new\n"a, b",A,"B\nC"\nd,e,f\n'),
    "texts in JSON lines": one("t.jsonl", '{"segment":"1","source":"a","outputs":{"x":"y"}}\n'),
    "XLIFF": one("t.xlf", XLIFF),
    "TMX": one("t.tmx", TMX),
    "PET jobs": one("t.pej", '<job id="j"><unit id="1" type="pe"><S producer="en">Good day</S>'
                    '<MT producer="mt">Guten Tag</MT></unit></job>'),
}  # fmt: skip
MADE = {"PosEdiOn": ("ann.sqlite", posedion), "scorecard (XLSX)": ("s.xlsx", scorecard)}
MADE_ROWS = {
    "PosEdiOn": EDITED | {"seconds": 1, "keystrokes": 1, "letters": 1},
    "scorecard (XLSX)": {"overall": 2, "source": 2, "target": 2, "error": 1},
}
NAMES = (*SAMPLES, *MADE)


def sample(name: str, folder: Path) -> Sample:
    """Return a sample; databases and workbooks are made when they are needed."""
    if name in SAMPLES:
        return SAMPLES[name]
    file, make = MADE[name]
    return Sample({file: make(folder)}, MADE_ROWS[name])

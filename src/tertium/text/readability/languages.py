"""Small lists of words by language: what a text needs no dictionary to be asked about.

`FUNCTION` are articles, prepositions, pronouns, auxiliaries and the like; `CONNECTIVES` say how
sentences belong together (a phrase of several words counts once); `PRONOUNS` point back. Lists of
a few dozen words find most of what there is and are easy to check; a language that is not here has
none, and the features that need them are not measured.
"""

from collections import Counter
from collections.abc import Mapping, Sequence


def primary(language: str) -> str:
    """Return the language without its region: `de` of `de-AT`.

    >>> primary("de-AT"), primary("pt_BR"), primary("")
    ('de', 'pt', '')
    """
    return language.replace("_", "-").split("-")[0].lower()


def word_set(text: str) -> frozenset[str]:
    """Return the words of a text, between blanks."""
    return frozenset(text.split())


FUNCTION: Mapping[str, frozenset[str]] = {
    "en": word_set(
        "a an the this that these those some any no every each all both either neither much many "
        "more most few little other another such what which who whom whose i you he she it we they "
        "me him her us them my your his its our their mine yours hers ours theirs myself yourself "
        "himself herself itself ourselves themselves one of in on at by for with from to into onto "
        "over under about after before between through during without within against among upon "
        "off out up down than as and or but nor so yet if because although though while when where "
        "whether until since unless be am is are was were been being have has had having do does "
        "did will would shall should can could may might must not n't there here how why also just "
        "only very too then now it's i'm don't that's he's she's they're we're you're isn't wasn't"
    ),
    "de": word_set(
        "der die das den dem des ein eine einen einem einer eines kein keine keinen keinem keiner "
        "dieser diese dieses diesen diesem jener jede jeder jedes alle allen aller alles manche "
        "viele vielen ich du er sie es wir ihr mich dich ihn uns euch mir dir ihm ihnen sich mein "
        "meine dein deine sein seine seinen seinem seiner ihre ihren ihrem ihrer unser unsere man "
        "wer was wem wen wessen welche welcher welches in im an am auf aus bei beim bis durch für "
        "gegen hinter mit nach neben ohne seit über um unter von vom vor während wegen zu zum zur "
        "zwischen ins und oder aber denn sondern doch weil dass daß ob wenn als wie obwohl damit "
        "bevor nachdem sobald bin bist ist sind seid war waren gewesen sei wäre wird werden wurde "
        "wurden worden würde habe hast hat haben hatte hatten hätte kann können konnte soll sollen "
        "sollte muss müssen musste will wollen wollte darf dürfen durfte mag nicht auch nur noch "
        "schon sehr so da dort hier dann nun mehr"
    ),
    "fr": word_set(
        "le la les l' un une des du de d' au aux ce cet cette ces c' mon ma mes ton ta tes son sa "
        "ses notre nos votre vos leur leurs je j' tu il elle on nous vous ils elles me m' te t' se "
        "s' lui y en moi toi soi eux qui que qu' quoi dont où quel quelle quels quelles lequel "
        "laquelle à dans par pour sur sous avec sans chez vers entre contre depuis pendant avant "
        "après jusque et ou mais ni car donc or si comme quand lorsque parce puisque afin bien "
        "être est sont était étaient été suis es sommes êtes sera seront serait avoir a ai as "
        "avons avez ont avait avaient eu aura auront aurait fait faire peut peuvent pouvait doit "
        "doivent ne n' pas plus moins très aussi ainsi tout tous toute toutes même autre autres "
        "chaque quelque quelques plusieurs tel telle rien cela ça ceci celui celle ceux celles"
    ),
    "es": word_set(
        "el la los las lo un una unos unas del al este esta estos estas ese esa esos esas aquel "
        "aquella esto eso mi mis tu tus su sus nuestro nuestra nuestros nuestras yo tú él ella "
        "nosotros ustedes ellos ellas usted me te se nos le les mí sí quien quienes que qué cual "
        "cuales cuyo cuya donde a ante bajo con contra de desde durante en entre hacia hasta para "
        "por según sin sobre tras y e o u pero sino ni aunque porque pues si como cuando mientras "
        "ser es son era eran fue fueron sido sea será soy estar está están estaba estaban estado "
        "haber ha han he hemos había habían hay hubo puede pueden podía debe deben hace hacer no "
        "más menos muy también tan tanto ya todo toda todos todas otro otra otros otras cada algún "
        "alguna algunos algunas mismo misma nada algo"
    ),
    "it": word_set(
        "il lo la i gli le un uno una di a da in con su per tra fra del dello della dei degli "
        "delle al allo alla ai agli alle dal dalla nel nella nei nelle sul sulla che chi cui non "
        "e ed o ma se come quando perché anche più è sono era erano essere ha hanno aveva si mi ti "
        "ci vi questo questa questi queste quello quella suo sua loro molto tutto tutti"
    ),
    "pt": word_set(
        "o a os as um uma uns umas de do da dos das em no na nos nas por pelo pela para com sem "
        "sobre entre que quem não e ou mas se como quando porque também mais é são era eram ser "
        "foi foram está estão tem têm havia ao aos à às este esta isto esse essa isso seu sua"
    ),
    "nl": word_set(
        "de het een van in op te met voor aan er om als naar dan bij uit door over onder tegen "
        "tot zonder en of maar want dat die dit deze ik je hij zij ze we wij jullie hun zijn is "
        "was waren worden wordt werd heeft hebben had niet ook nog al wel zich haar mijn"
    ),
}  # fmt: skip

CONNECTIVES: Mapping[str, Mapping[str, tuple[str, ...]]] = {
    "en": {
        "causal": (
            "because", "therefore", "thus", "hence", "consequently", "since", "so that",
            "as a result", "for this reason", "due to", "so",
        ),
        "adversative": (
            "but", "however", "although", "though", "whereas", "nevertheless", "nonetheless",
            "yet", "instead", "despite", "on the other hand", "in contrast", "while", "even so",
        ),
        "additive": (
            "also", "moreover", "furthermore", "in addition", "besides", "for example",
            "for instance", "similarly", "likewise", "too", "as well",
        ),
        "temporal": (
            "then", "when", "after", "before", "finally", "first", "next", "later", "meanwhile",
            "until", "afterwards", "at first", "as soon as", "once",
        ),
    },
    "de": {
        "causal": (
            "weil", "denn", "da", "deshalb", "daher", "darum", "deswegen", "folglich", "also",
            "somit", "aus diesem grund", "sodass", "infolgedessen",
        ),
        "adversative": (
            "aber", "jedoch", "doch", "obwohl", "trotzdem", "dennoch", "allerdings", "hingegen",
            "dagegen", "sondern", "während", "stattdessen", "im gegensatz", "zwar",
        ),
        "additive": (
            "auch", "außerdem", "zudem", "ferner", "darüber hinaus", "zum beispiel", "ebenso",
            "ebenfalls", "sowie", "beispielsweise",
        ),
        "temporal": (
            "dann", "danach", "nachdem", "bevor", "zuerst", "zunächst", "schließlich", "später",
            "inzwischen", "sobald", "als", "wenn", "bis", "seitdem",
        ),
    },
    "fr": {
        "causal": (
            "parce que", "parce qu", "car", "donc", "puisque", "ainsi", "par conséquent",
            "c'est pourquoi", "en effet", "grâce à", "de sorte que", "à cause de",
        ),
        "adversative": (
            "mais", "cependant", "pourtant", "toutefois", "néanmoins", "bien que", "alors que",
            "tandis que", "en revanche", "malgré", "au lieu de", "par contre", "quoique",
        ),
        "additive": (
            "aussi", "de plus", "en outre", "également", "par exemple", "d'ailleurs",
            "par ailleurs", "de même",
        ),
        "temporal": (
            "puis", "ensuite", "après", "avant", "enfin", "d'abord", "lorsque", "quand", "dès que",
            "pendant que", "jusqu'à", "plus tard", "finalement",
        ),
    },
    "es": {
        "causal": (
            "porque", "pues", "por eso", "por lo tanto", "por tanto", "así que", "ya que",
            "puesto que", "debido a", "en consecuencia", "por esta razón",
        ),
        "adversative": (
            "pero", "sin embargo", "aunque", "no obstante", "sino", "en cambio", "a pesar de",
            "mientras que", "por el contrario", "en lugar de",
        ),
        "additive": (
            "también", "además", "asimismo", "por ejemplo", "igualmente", "de igual modo",
            "incluso",
        ),
        "temporal": (
            "entonces", "luego", "después", "antes", "cuando", "mientras", "finalmente",
            "por último", "primero", "en cuanto", "hasta que", "más tarde",
        ),
    },
}  # fmt: skip

SUBORDINATORS: Mapping[str, frozenset[str]] = {
    "en": word_set(
        "that which who whom whose because although though while whereas if unless whether until "
        "since when where after before whoever whatever whenever wherever"
    ),
    "de": word_set(
        "dass daß weil obwohl während wenn falls ob bis seit seitdem als nachdem bevor damit "
        "sodass indem sobald solange welcher welche welches wobei wodurch woran worauf"
    ),
    "fr": word_set(
        "que qu' qui dont où lequel laquelle lesquels lesquelles lorsque quand puisque si quoique "
        "comme tandis"
    ),
    "es": word_set(
        "que quien quienes cual cuales cuyo cuya donde cuando aunque porque si mientras como"
    ),
}
PRONOUNS: Mapping[str, frozenset[str]] = {
    "en": word_set("he she it they him her them his its their this these those who which"),
    "de": word_set("er sie es ihn ihm ihnen ihr ihre sein seine dieser diese dieses der die das"),
    "fr": word_set("il elle ils elles lui leur leurs y celui celle ceux celles cela ça ceci"),
    "es": word_set("él ella ellos ellas le les lo la los las este esta esto ese esa eso su sus"),
}
_LEAST = 5  # words from which a language can be guessed
_SURE = 0.12  # the share of function words that a text of a language has at the least


def guess(words: Sequence[str]) -> str:
    """Return the language of words in small letters by its function words, or nothing.

    >>> guess("the cat sat on the mat and looked at the dog".split())
    'en'
    >>> guess("der Hund und die Katze sind in dem Haus".lower().split())
    'de'
    >>> guess(["Krk"])
    ''
    """
    if len(words) < _LEAST:
        return ""
    counts = Counter(words)
    shares = {
        language: sum(counts[one] for one in known if one in counts) / len(words)
        for language, known in FUNCTION.items()
    }
    best, next_one = sorted(shares, key=lambda name: -shares[name])[:2]
    return best if shares[best] >= _SURE and shares[best] > shares[next_one] else ""

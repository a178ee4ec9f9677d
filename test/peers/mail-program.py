"""A mail program made of Python's `email`: it writes and answers mails as people's programs do, and reads what arrived.

Standard input is a task as JSON, standard output its answer as JSON. Octets of mails travel as latin1.
"""

import base64
import json
import sys
from email import message_from_bytes, policy
from email.message import EmailMessage, Message
from email.utils import format_datetime, getaddresses, make_msgid
from datetime import datetime, timedelta, timezone

PICTURE = base64.b64decode(
    "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=="
)


# Lines of 78 would break ids of Message-IDs into encoded words, which other programs cannot read.
WRITTEN = policy.SMTP.clone(max_line_length=900)


def ids(text: str | None) -> list[str]:
    return [word for word in (text or "").split() if word.startswith("<")]


def quoted(parent: EmailMessage) -> str:
    body = parent.get_body(("plain",))
    lines = (body.get_content() if body else "").splitlines()
    head = f"On {parent['Date']}, {parent['From']} wrote:"
    return "\n".join([head, *(f">{'' if line.startswith('>') else ' '}{line}" for line in lines)])


def fill(mail: EmailMessage, text: str, form: int, host: str) -> None:
    """In five forms, one after the other, as a thread of real mails has them."""
    html = f"<html><body><p>{text.splitlines()[0]} <b>\u2615</b></p></body></html>"
    match form:
        case 0:
            mail.set_content(text)
        case 1:
            mail.set_content(text + "\nGr\u00fc\u00dfe", cte="quoted-printable")
            mail.add_alternative(html, subtype="html", cte="base64")
        case 2:
            mail.set_content(text)
            picture = make_msgid("part1", domain=host)
            mail.add_alternative(html.replace("<b>", f'<img src="cid:{picture[1:-1]}"><b>'), subtype="html")
            mail.get_payload()[1].add_related(PICTURE, "image", "png", cid=picture, filename="tea.png")
        case 3:
            mail.set_content(text + " \nand more of the same line \u2013 flowed", cte="8bit")
            mail.set_param("format", "flowed")
        case _:
            mail.set_content(text, cte="base64")
            mail.add_attachment("tea;\u00fcber\n1;2\n", subtype="csv", filename="teel\u00f6ffel.csv")
            mail.add_attachment(PICTURE, "image", "png", filename="tea.png")


def written(task: dict) -> dict:
    host = task["host"]
    mail = EmailMessage()
    mail["From"] = f"{task['name']} <{task['address']}>"
    text = task["text"]
    if "answered" in task:
        parent = message_from_bytes(task["answered"].encode("latin1"), policy=policy.default)
        to = str(parent["Reply-To"] or parent["From"])
        subject = str(parent["Subject"])
        mail["Subject"] = subject if subject.startswith("Re: ") else f"Re: {subject}"
        before = ids(parent["References"]) or ids(parent["In-Reply-To"])
        mail["In-Reply-To"] = parent["Message-ID"]
        mail["References"] = " ".join([*before, parent["Message-ID"]])
        text = f"{text}\n\n{quoted(parent)}\n"
        others = [*parent.get_all("To", []), *parent.get_all("Cc", [])] if task.get("all") else []
        cc = ", ".join(str(one) for one in others)
    else:
        to, cc = task["to"], task.get("cc", "")
        mail["Subject"] = "Tea \u2615 on Sunday?"
    mail["To"] = to
    if cc:
        mail["Cc"] = cc
    mail["Date"] = format_datetime(datetime.now(timezone(timedelta(minutes=task["zone"]))))
    mail["Message-ID"] = make_msgid(domain=host)
    for name, value in task.get("fields", []):
        mail[name] = value
    fill(mail, text, task["form"], host)
    octets = mail.as_bytes(policy=WRITTEN)
    recipients = [address for _, address in getaddresses([to, cc])]
    return {"text": octets.decode("latin1"), "recipients": recipients, "id": mail["Message-ID"]}


def texts(part: Message):
    """All that a reader could be shown of a part and of those in it, decoded."""
    for name, value in part.items():
        yield f"{name}: {value}"
    if part.get_filename():
        yield part.get_filename()
    if part.is_multipart():
        yield (part.preamble or "") + (part.epilogue or "")
        for below in part.get_payload():
            yield from texts(below)
    else:
        octets = part.get_payload(decode=True) or b""
        yield octets.decode("latin1")
        yield octets.decode(part.get_content_charset("utf-8"), "replace")


def read(text: str) -> dict:
    mail = message_from_bytes(text.encode("latin1"), policy=policy.default)
    return {
        "id": mail["Message-ID"],
        "answered": ids(mail["In-Reply-To"]),
        "references": ids(mail["References"]),
        "from": str(mail["From"]),
        "subject": str(mail["Subject"]),
        "replyTo": None if mail["Reply-To"] is None else str(mail["Reply-To"]),
        "texts": list(texts(mail)),
        "defects": [type(defect).__name__ for part in mail.walk() for defect in part.defects],
    }


task = json.load(sys.stdin)
json.dump(written(task) if "form" in task else [read(mail) for mail in task["mails"]], sys.stdout)

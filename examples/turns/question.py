import os
import time

from openai import OpenAI

client = OpenAI(
    base_url=os.environ["ARCHITECT_URL"] + "/v1",
    api_key=os.environ["ARCHITECT_KEY"],
    default_headers={"X-Svc-Project": os.environ["PROJECT"]},
)


def run(text):
    turn = client.responses.create(model="architect", input=text, background=True)
    while turn.status in ("queued", "in_progress"):
        time.sleep(1)
        turn = client.responses.retrieve(turn.id)
    return turn


turn = run("Add a garage.")
if turn.metadata.get("svc_waiting") == "question":
    print(turn.output_text)
    turn = run("1")
print(turn.status, turn.output_text)

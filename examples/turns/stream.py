import os

from openai import OpenAI

client = OpenAI(
    base_url=os.environ["ARCHITECT_URL"] + "/v1",
    api_key=os.environ["ARCHITECT_KEY"],
    default_headers={"X-Svc-Project": os.environ["PROJECT"]},
)

with client.responses.create(
    model="architect",
    input="Add a kitchen of 4 by 3 m with a door.",
    stream=True,
) as stream:
    for event in stream:
        if event.type == "response.reasoning_summary_text.done":
            print("-", event.text)
        if event.type == "response.output_text.delta":
            print(event.delta, end="", flush=True)

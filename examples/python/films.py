"""SQL from Python with nothing but its standard library: pages of a result, and its schema.

Over the films of `npm start`:

    python3 examples/python/films.py [http://127.0.0.1:9200]
"""

import json
import sys
import urllib.request

URL = sys.argv[1] if len(sys.argv) > 1 else "http://127.0.0.1:9200"


def post(path, body):
    request = urllib.request.Request(
        URL + path, json.dumps(body).encode(), {"content-type": "application/json"}
    )
    with urllib.request.urlopen(request) as answer:
        return json.load(answer)


def rows(statement, parameters=(), page_size=100):
    """Every row as a dictionary, fetched a page at a time."""
    page = post(
        "/_plugins/_sql",
        {
            "query": statement,
            "parameters": [{"type": kind, "value": value} for kind, value in parameters],
            "fetch_size": page_size,
        },
    )
    names = [column.get("alias") or column["name"] for column in page["schema"]]
    while True:
        for values in page["datarows"]:
            yield dict(zip(names, values))
        if "cursor" not in page:
            return
        page = post("/_plugins/_sql", {"cursor": page["cursor"]})


horror = list(
    rows(
        "SELECT title, released FROM movies WHERE genre = ? ORDER BY released, title",
        [("string", "Horror")],
    )
)
print(len(horror), "horror films; the first:")
for film in horror[:3]:
    print(film["released"][:4], film["title"])

for row in rows(
    "SELECT director, COUNT(*) AS films, AVG(imdb) AS rating FROM movies "
    "WHERE director IS NOT NULL GROUP BY director HAVING COUNT(*) > 15 ORDER BY rating DESC"
):
    print(f"{row['rating']:.2f} {row['director']} ({row['films']} films)")

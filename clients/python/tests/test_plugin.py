"""The fixtures, in sessions of pytest of their own."""

from __future__ import annotations

import pytest

TESTS = """
    import pytest

    @pytest.mark.parametrize("n", range(4))
    def test_may_delete_what_it_likes(rockpool_fork, n):
        assert rockpool_fork.client.count(index="films")["count"] == 2
        rockpool_fork.client.indices.delete(index="films")

    def test_server(rockpool):
        assert rockpool.client.count(index="films")["count"] == 2
"""


@pytest.fixture
def films(pytester: pytest.Pytester) -> pytest.Pytester:
    pytester.mkdir("data")
    (pytester.path / "data/films.csv").write_text("title,year\nAlien,1979\nJaws,1975\n")
    pytester.makepyfile(TESTS)
    return pytester


@pytest.mark.parametrize("arguments", [[], ["-n", "2"]])
def test_seed_of_the_configuration(films: pytest.Pytester, arguments: list[str]) -> None:
    films.makeini("[pytest]\nrockpool_seed = data")
    films.runpytest_subprocess(*arguments).assert_outcomes(passed=5)


def test_seed_is_found_from_the_configuration_on(
    films: pytest.Pytester, monkeypatch: pytest.MonkeyPatch
) -> None:
    films.makeini("[pytest]\nrockpool_seed = data")
    monkeypatch.chdir(films.mkdir("elsewhere"))
    films.runpytest_subprocess("..").assert_outcomes(passed=5)


def test_seed_of_the_command_line(films: pytest.Pytester) -> None:
    films.makeini("[pytest]\nrockpool_seed = none")
    films.runpytest_subprocess("--rockpool-seed", "data").assert_outcomes(passed=5)


def test_documents_of_a_fixture(pytester: pytest.Pytester) -> None:
    pytester.makeconftest("""
        import pytest

        @pytest.fixture(scope="session", autouse=True)
        def people(rockpool):
            rockpool.client.index(index="people", body={"name": "Ada"}, refresh=True)
    """)
    pytester.makepyfile("""
        def test_people(rockpool_fork):
            assert rockpool_fork.client.count(index="people")["count"] == 1
    """)
    pytester.runpytest_subprocess().assert_outcomes(passed=1)


def test_a_server_that_does_not_start(films: pytest.Pytester) -> None:
    result = films.runpytest_subprocess("--rockpool-seed", "none")
    result.assert_outcomes(errors=5)
    result.stdout.fnmatch_lines(["*RockpoolError: the server did not start*no files of documents*"])

package rockpool

import (
	"bufio"
	"encoding/json"
	"fmt"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
	"testing"
	"time"
)

// TestMain is also the program of TestEndsWithItsProcess: a test binary that starts a server and waits.
func TestMain(m *testing.M) {
	if os.Getenv("ROCKPOOL_TEST_PROGRAM") == "" {
		os.Exit(m.Run())
	}
	var server Server
	if err := server.spawn(); err != nil {
		panic(err)
	}
	fmt.Println(server.url)
	time.Sleep(time.Minute)
}

func films(t *testing.T) string {
	t.Helper()
	folder := t.TempDir()
	write(t, folder, "films.csv", "title,year\nAlien,1979\nJaws,1975\n")
	return folder
}

func write(t *testing.T, folder, name, text string) {
	t.Helper()
	if err := os.WriteFile(filepath.Join(folder, name), []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
}

func count(t *testing.T, url, index string) int {
	t.Helper()
	var answer struct{ Count int }
	if err := ask(http.MethodGet, url+"/"+index+"/_count", "", &answer); err != nil {
		t.Fatal(err)
	}
	return answer.Count
}

func TestForksDoNotSeeEachOther(t *testing.T) {
	server := Server{Seed: films(t)}
	one, other := server.Fork(t), server.Fork(t)
	if err := ask(http.MethodDelete, one+"/films", "", &struct{}{}); err != nil {
		t.Fatal(err)
	}
	if n := count(t, other, "films"); n != 2 {
		t.Errorf("the other fork has %d films", n)
	}
	if n := count(t, server.Fork(t), "films"); n != 2 {
		t.Errorf("a new fork has %d films", n)
	}
}

func TestForkEndsWithItsTest(t *testing.T) {
	var server Server
	var url string
	t.Run("with a fork", func(t *testing.T) { url = server.Fork(t) })
	if _, err := http.Get(url); err == nil {
		t.Error("the fork still answers")
	}
	if _, err := http.Get(server.URL(t)); err != nil {
		t.Error(err)
	}
}

func TestForksHaveWhatWasFilledIn(t *testing.T) {
	fills := 0
	server := Server{Fill: func(url string) error {
		fills++
		body := `{"name": "Ada"}`
		return ask(http.MethodPost, url+"/people/_doc?refresh=true", body, &json.RawMessage{})
	}}
	t.Run("forks", func(t *testing.T) {
		for i := 0; i < 8; i++ {
			t.Run(fmt.Sprint(i), func(t *testing.T) {
				t.Parallel()
				if n := count(t, server.Fork(t), "people"); n != 1 {
					t.Errorf("%d people", n)
				}
			})
		}
	})
	if fills != 1 {
		t.Errorf("filled %d times", fills)
	}
}

func TestSaysWhatIsWrong(t *testing.T) {
	for name, test := range map[string]struct {
		server *Server
		words  string
	}{
		"no documents": {&Server{Seed: t.TempDir()}, "no files of documents"},
		"an argument":  {&Server{Args: []string{"--nope"}}, "unknown option"},
		"no command":   {&Server{Command: []string{"no-such-rockpool"}}, "no-such-rockpool"},
		"its filling":  {&Server{Fill: func(string) error { return fmt.Errorf("no films") }}, "no films"},
	} {
		t.Run(name, func(t *testing.T) {
			test.server.start()
			if test.server.err == nil || !strings.Contains(test.server.err.Error(), test.words) {
				t.Errorf("said: %v", test.server.err)
			}
		})
	}
}

func TestFindsTheCommand(t *testing.T) {
	var server Server
	t.Setenv("ROCKPOOL_COMMAND", "")
	t.Setenv("PATH", "")
	project := t.TempDir()
	folder := filepath.Join(project, "internal", "search")
	bin := filepath.Join(project, "node_modules", ".bin")
	for _, made := range []string{folder, bin} {
		if err := os.MkdirAll(made, 0o700); err != nil {
			t.Fatal(err)
		}
	}
	if words, err := server.command(folder); err == nil {
		t.Errorf("found %v", words)
	}
	installed := filepath.Join(bin, "rockpool")
	if runtime.GOOS == "windows" {
		installed += ".cmd"
	}
	if err := os.WriteFile(installed, []byte("#!/bin/sh\n"), 0o700); err != nil {
		t.Fatal(err)
	}
	if words, err := server.command(folder); err != nil || words[0] != installed {
		t.Errorf("found %v, %v", words, err)
	}
	t.Setenv("ROCKPOOL_COMMAND", "node cli.js")
	if words, err := server.command(folder); err != nil || len(words) != 2 {
		t.Errorf("found %v, %v", words, err)
	}
}

func TestSaysWhyThereIsNoFork(t *testing.T) {
	server := Server{Args: []string{"-E", "rockpool.limits.forks=1"}}
	server.Fork(t)
	err := ask(http.MethodPost, server.URL(t)+"/_rockpool/forks", "", &struct{}{})
	if err == nil || !strings.Contains(err.Error(), "rejected_execution_exception") {
		t.Errorf("said: %v", err)
	}
}

func TestEndsWithItsProcess(t *testing.T) {
	program := exec.Command(os.Args[0])
	program.Env = append(os.Environ(), "ROCKPOOL_TEST_PROGRAM=1")
	out, err := program.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := program.Start(); err != nil {
		t.Fatal(err)
	}
	line, err := bufio.NewReader(out).ReadString('\n')
	if err != nil {
		t.Fatal(err)
	}
	url := strings.TrimSpace(line)
	count(t, url, "_all")
	if err := program.Process.Kill(); err != nil {
		t.Fatal(err)
	}
	for i := 0; i < 200; i++ {
		response, err := client.Get(url)
		if err != nil {
			return
		}
		response.Body.Close()
		time.Sleep(50 * time.Millisecond)
	}
	t.Error("the server still answers")
}

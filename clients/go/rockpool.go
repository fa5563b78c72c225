// Package rockpool gives tests an OpenSearch of their own, without Docker: a server in one process, and a copy of it for
// every test.
//
//	var server = rockpool.Server{Seed: "testdata"}
//
//	func TestSearch(t *testing.T) {
//		url := server.Fork(t)
//		// A server with the documents of testdata, which this test may change.
//	}
package rockpool

import (
	"bufio"
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"
)

// Server is started by the first test that asks for it, lives as long as the test binary, and ends with it, however that
// ends. The zero value is an empty server. A Server must not be copied after its first use.
type Server struct {
	// Seed is a folder of documents: films.ndjson (or .json, .csv, gzipped or not) there is the index films, and
	// films.mapping.json beside it the body that the index is created with.
	Seed string
	// Fill adds documents once, before the first fork. It may be nil.
	Fill func(url string) error
	// Args are more arguments of `rockpool serve`.
	Args []string
	// Command runs rockpool. Without it the words of ROCKPOOL_COMMAND do, then rockpool on the PATH, then the package that
	// npm has installed in the folder of the tests or above.
	Command []string

	once sync.Once
	url  string
	err  error
}

const startTimeout = time.Minute

// A fork ends with its server in any case; this is longer than anybody looks at a test in a debugger.
const idleTimeout = "1d"

var client = &http.Client{Timeout: time.Minute, Transport: &http.Transport{Proxy: nil}}

// URL returns the address of the server that forks are made of, such as http://127.0.0.1:41234. What a test changes
// there others see.
func (s *Server) URL(t testing.TB) string {
	t.Helper()
	s.once.Do(s.start)
	if s.err != nil {
		t.Fatalf("rockpool: %v", s.err)
	}
	return s.url
}

// Fork returns the address of a server with everything that is in s now, and ends it after the test. Neither sees what
// the other does from then on.
func (s *Server) Fork(t testing.TB) string {
	t.Helper()
	forks := s.URL(t) + "/_rockpool/forks"
	var fork struct{ ID, URL string }
	body := fmt.Sprintf(`{"idle_timeout": %q}`, idleTimeout)
	if err := ask(http.MethodPost, forks, body, &fork); err != nil {
		t.Fatalf("rockpool: %v", err)
	}
	t.Cleanup(func() {
		if err := ask(http.MethodDelete, forks+"/"+fork.ID, "", &struct{}{}); err != nil {
			t.Errorf("rockpool: %v", err)
		}
	})
	return fork.URL
}

func (s *Server) start() {
	if s.err = s.spawn(); s.err == nil && s.Fill != nil {
		s.err = s.Fill(s.url)
	}
}

func (s *Server) spawn() error {
	folder, err := os.Getwd()
	if err != nil {
		return err
	}
	words, err := s.command(folder)
	if err != nil {
		return err
	}
	words = append(words, "serve", "--port", "0", "--ephemeral", "--exit-on-stdin-close", "--log-level", "warn")
	if s.Seed != "" {
		words = append(words, "--seed", s.Seed)
	}
	words = append(words, s.Args...)
	server := exec.Command(words[0], words[1:]...)
	var log bytes.Buffer
	server.Stderr = io.MultiWriter(os.Stderr, &log)
	stdout, err := server.StdoutPipe()
	if err != nil {
		return err
	}
	// The system closes this pipe when the test binary ends, and the server ends with it.
	if _, err := server.StdinPipe(); err != nil {
		return err
	}
	if err := server.Start(); err != nil {
		return err
	}
	timer := time.AfterFunc(startTimeout, func() { _ = server.Process.Kill() })
	line, err := bufio.NewReader(stdout).ReadString('\n')
	timer.Stop()
	if err != nil {
		return fmt.Errorf("the server did not start (%v): %s", server.Wait(), log.String())
	}
	// Keeps the pipes, too, which would be closed when nobody referred to them.
	go func() { _ = server.Wait() }()
	s.url = strings.TrimSpace(line)
	return nil
}

// command looks for what npm has installed from the folder upwards.
func (s *Server) command(folder string) ([]string, error) {
	if len(s.Command) > 0 {
		return slices.Clone(s.Command), nil
	}
	if words := strings.Fields(os.Getenv("ROCKPOOL_COMMAND")); len(words) > 0 {
		return words, nil
	}
	if path, err := exec.LookPath("rockpool"); err == nil {
		return []string{path}, nil
	}
	for last := ""; folder != last; folder, last = filepath.Dir(folder), folder {
		if path, err := exec.LookPath(filepath.Join(folder, "node_modules", ".bin", "rockpool")); err == nil {
			return []string{path}, nil
		}
	}
	return nil, errors.New("the command rockpool is not there: install it with npm, or name it in ROCKPOOL_COMMAND")
}

func ask(method, url, body string, answer any) error {
	request, err := http.NewRequest(method, url, strings.NewReader(body))
	if err != nil {
		return err
	}
	if body != "" {
		request.Header.Set("Content-Type", "application/json")
	}
	response, err := client.Do(request)
	if err != nil {
		return err
	}
	defer response.Body.Close()
	text, err := io.ReadAll(response.Body)
	if err != nil {
		return err
	}
	if response.StatusCode > 299 {
		return fmt.Errorf("%s %s: %s", method, url, text)
	}
	return json.Unmarshal(text, answer)
}

// Package rockpool gives every test its own OpenSearch, without Docker: a fork of one local server.
//
//	var server = rockpool.Server{Seed: "testdata"}
//
//	func TestSearch(t *testing.T) {
//		url := server.Fork(t)
//		// The server at this address has the documents of testdata, and this test may change them.
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

// Server is started by the first test that uses it. It stops when the test binary ends, even if that is killed. The zero
// value is a server without data. A Server must not be copied after its first use.
type Server struct {
	// Seed is a folder of documents. films.ndjson in it (or .json, .csv, gzipped or not) becomes the index films;
	// films.mapping.json, if there, is the request body that the index is created with.
	Seed string
	// Fill adds data by code. If set, it is called once, before the first fork.
	Fill func(url string) error
	// Args are further options of `rockpool serve`.
	Args []string
	// Command is how to run rockpool. By default it is looked for in the environment variable ROCKPOOL_COMMAND, on the PATH,
	// and in the node_modules of the tests' folder and its parents.
	Command []string

	once sync.Once
	url  string
	err  error
}

const startTimeout = time.Minute

// Longer than any debugging session. A fork stops with its server in any case.
const idleTimeout = "1d"

var client = &http.Client{Timeout: time.Minute, Transport: &http.Transport{Proxy: nil}}

// URL returns the address of the server that is forked, such as http://127.0.0.1:41234. Changes to it are visible to all
// later tests.
func (s *Server) URL(t testing.TB) string {
	t.Helper()
	s.once.Do(s.start)
	if s.err != nil {
		t.Fatalf("rockpool: %v", s.err)
	}
	return s.url
}

// Fork returns the address of a server that starts with everything in s, and stops it after the test. Later changes to one
// do not affect the other.
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
	// The operating system closes this pipe when the test binary ends: then the server stops.
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
	// Until then this refers to the pipe, which would be closed as garbage.
	go func() { _ = server.Wait() }()
	s.url = strings.TrimSpace(line)
	return nil
}

// command looks for node_modules in folder and its parents.
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
	return nil, errors.New("command rockpool not found; install it with npm, or set ROCKPOOL_COMMAND")
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

// Renders a chart the way Helm does: Go templates, sprig, and the functions that Helm adds. Only for tests, which have no Helm.
//
//	go run render.go CHART RELEASE NAMESPACE < VALUES.json
//
// prints a JSON object: file name → what it renders to.
package main

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"text/template"

	"github.com/Masterminds/sprig"
	"sigs.k8s.io/yaml"
)

type files struct{ folder string }

// Get is empty for a file that is not there, as in Helm.
func (f files) Get(name string) string {
	content, err := os.ReadFile(filepath.Join(f.folder, name))
	if err != nil {
		return ""
	}
	return string(content)
}

func functions(t *template.Template) template.FuncMap {
	all := sprig.TxtFuncMap()
	// Helm leaves these out: a chart must not read the machine that renders it.
	delete(all, "env")
	delete(all, "expandenv")
	all["toYaml"] = func(value interface{}) (string, error) {
		content, err := yaml.Marshal(value)
		return strings.TrimSuffix(string(content), "\n"), err
	}
	all["fromYaml"] = func(text string) (map[string]interface{}, error) {
		value := map[string]interface{}{}
		return value, yaml.Unmarshal([]byte(text), &value)
	}
	all["fromYamlArray"] = func(text string) ([]interface{}, error) {
		value := []interface{}{}
		return value, yaml.Unmarshal([]byte(text), &value)
	}
	all["toJson"] = func(value interface{}) (string, error) {
		content, err := json.Marshal(value)
		return string(content), err
	}
	all["include"] = func(name string, data interface{}) (string, error) {
		var out bytes.Buffer
		err := t.ExecuteTemplate(&out, name, data)
		return out.String(), err
	}
	all["required"] = func(message string, value interface{}) (interface{}, error) {
		if value == nil || value == "" {
			return nil, errors.New(message)
		}
		return value, nil
	}
	all["fail"] = func(message string) (string, error) { return "", errors.New(message) }
	return all
}

func render() (map[string]string, error) {
	folder, release, namespace := os.Args[1], os.Args[2], os.Args[3]
	var values map[string]interface{}
	if err := json.NewDecoder(os.Stdin).Decode(&values); err != nil {
		return nil, err
	}
	content, err := os.ReadFile(filepath.Join(folder, "Chart.yaml"))
	if err != nil {
		return nil, err
	}
	var chart struct{ Name, Version, AppVersion string }
	if err := yaml.Unmarshal(content, &chart); err != nil {
		return nil, err
	}
	t := template.New("chart").Option("missingkey=zero")
	t.Funcs(functions(t))
	names, err := filepath.Glob(filepath.Join(folder, "templates", "*"))
	if err != nil {
		return nil, err
	}
	for _, name := range names {
		text, err := os.ReadFile(name)
		if err != nil {
			return nil, err
		}
		if _, err := t.New(filepath.Base(name)).Parse(string(text)); err != nil {
			return nil, err
		}
	}
	data := map[string]interface{}{
		"Values":  values,
		"Chart":   chart,
		"Files":   files{folder},
		"Release": map[string]interface{}{"Name": release, "Namespace": namespace, "Service": "Helm"},
	}
	rendered := map[string]string{}
	for _, name := range names {
		base := filepath.Base(name)
		if strings.HasPrefix(base, "_") {
			continue
		}
		var out bytes.Buffer
		if err := t.ExecuteTemplate(&out, base, data); err != nil {
			return nil, err
		}
		rendered[base] = strings.ReplaceAll(out.String(), "<no value>", "")
	}
	return rendered, nil
}

func main() {
	rendered, err := render()
	if err == nil {
		err = json.NewEncoder(os.Stdout).Encode(rendered)
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

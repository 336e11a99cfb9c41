{{/*
A value as a literal of the Common Expression Language: objects by their type in the pod's schema, since an apply configuration is typed.
`path` is that type (`Object.spec.volumes`), `value` the value; fields that are maps of free keys are written as maps.
*/}}
{{- define "sallyport.cel" -}}
{{- $path := .path -}}
{{- if kindIs "map" .value -}}
{{- $isFree := has (last (splitList "." $path)) (list "limits" "requests") -}}
{{- $fields := list -}}
{{- range $key, $value := .value -}}
{{- $literal := include "sallyport.cel" (dict "path" (printf "%s.%s" $path $key) "value" $value) -}}
{{- $fields = append $fields (printf "%s: %s" (ternary (quote $key) $key $isFree) $literal) -}}
{{- end -}}
{{- ternary "" $path $isFree -}}{ {{ join ", " $fields }} }
{{- else if kindIs "slice" .value -}}
{{- $items := list -}}
{{- range .value -}}
{{- $items = append $items (include "sallyport.cel" (dict "path" $path "value" .)) -}}
{{- end -}}
[{{ join ", " $items }}]
{{- else if kindIs "string" .value -}}
{{ toJson .value }}
{{- else -}}
{{ .value }}
{{- end -}}
{{- end -}}

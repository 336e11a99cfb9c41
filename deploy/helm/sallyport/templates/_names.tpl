{{- define "sallyport.name" -}}
{{- default .Chart.Name .Values.nameOverride | trunc 63 | trimSuffix "-" -}}
{{- end -}}

{{- define "sallyport.fullname" -}}
{{- if .Values.fullnameOverride -}}
{{- .Values.fullnameOverride | trunc 63 | trimSuffix "-" -}}
{{- else -}}
{{- $name := include "sallyport.name" . -}}
{{- $whole := ternary .Release.Name (printf "%s-%s" .Release.Name $name) (contains $name .Release.Name) -}}
{{- $whole | trunc 63 | trimSuffix "-" -}}
{{- end -}}
{{- end -}}

{{- define "sallyport.configMap" -}}
{{- default (include "sallyport.fullname" .) .Values.existingConfigMap -}}
{{- end -}}

{{- define "sallyport.serviceAccount" -}}
{{- if .Values.serviceAccount.create -}}
{{- default (include "sallyport.fullname" .) .Values.serviceAccount.name -}}
{{- else -}}
{{- default "default" .Values.serviceAccount.name -}}
{{- end -}}
{{- end -}}

{{- define "sallyport.selector" -}}
app.kubernetes.io/name: {{ include "sallyport.name" . }}
app.kubernetes.io/instance: {{ .Release.Name }}
{{- end -}}

{{- define "sallyport.labels" -}}
{{ include "sallyport.selector" . }}
app.kubernetes.io/version: {{ .Chart.AppVersion | quote }}
app.kubernetes.io/managed-by: {{ .Release.Service }}
helm.sh/chart: {{ printf "%s-%s" .Chart.Name .Chart.Version | replace "+" "_" }}
{{- end -}}

{{- define "sallyport.image" -}}
{{- if .Values.image.digest -}}
{{ .Values.image.repository }}@{{ .Values.image.digest }}
{{- else -}}
{{ .Values.image.repository }}:{{ default .Chart.AppVersion .Values.image.tag }}
{{- end -}}
{{- end -}}

{{/* The configuration, with what the chart itself decides. */}}
{{- define "sallyport.config" -}}
{{- $own := dict "host" "0.0.0.0" "port" (int .Values.ports.http) "admin_port" (int .Values.ports.admin) "admin_host" "0.0.0.0" "drain_seconds" (int .Values.drainSeconds) -}}
{{- $server := default dict .Values.config.server -}}
{{- range $key, $_ := $own -}}
{{- if hasKey $server $key -}}
{{- fail (printf "config.server.%s: the chart sets it (ports, drainSeconds)" $key) -}}
{{- end -}}
{{- end -}}
{{- toYaml (mergeOverwrite (deepCopy .Values.config) (dict "server" (mergeOverwrite (deepCopy $server) $own))) -}}
{{- end -}}

{{/*
The gate's container, for a Deployment of its own or as a native sidecar in pods of yours:
  initContainers:
    - {{- include "sallyport.container" (dict "root" . "isSidecar" true) | nindent 6 }}
In a chart that depends on this one, `root` is the dependency's scope: `.Subcharts.sallyport`.
*/}}
{{- define "sallyport.container" -}}
{{- $root := .root -}}
{{- $values := $root.Values -}}
{{- $scheme := ternary "\n    scheme: HTTPS" "" (not (empty (dig "server" "tls" "" $values.config))) -}}
{{- $prefix := ternary "gate-" "" (eq (toString .isSidecar) "true") -}}
name: sallyport
image: {{ include "sallyport.image" $root }}
imagePullPolicy: {{ $values.image.pullPolicy }}
{{- if .isSidecar }}
# What makes an init container a sidecar (Kubernetes 1.29): it starts before the app and ends after it.
restartPolicy: Always
{{- end }}
env:
  - name: SALLYPORT_CONFIG
    value: /etc/sallyport/sallyport.yaml
  {{- with $values.env }}
  {{- toYaml . | nindent 2 }}
  {{- end }}
{{- with $values.envFrom }}
envFrom:
  {{- toYaml . | nindent 2 }}
{{- end }}
ports:
  - name: {{ $prefix }}http
    containerPort: {{ $values.ports.http }}
  - name: {{ $prefix }}admin
    containerPort: {{ $values.ports.admin }}
startupProbe:
  httpGet:
    path: /readyz
    port: {{ $prefix }}http
    {{- $scheme }}
  periodSeconds: 1
  timeoutSeconds: 2
  failureThreshold: 60
livenessProbe:
  httpGet:
    path: /healthz
    port: {{ $prefix }}http
    {{- $scheme }}
  periodSeconds: 10
  timeoutSeconds: 5
  failureThreshold: 3
readinessProbe:
  httpGet:
    path: /readyz
    port: {{ $prefix }}http
    {{- $scheme }}
  periodSeconds: 5
  timeoutSeconds: 2
  failureThreshold: 2
{{- if not .isSidecar }}
# A pod that ends still gets requests until every node knows: the gate goes on serving for so long, then drains.
lifecycle:
  preStop:
    exec:
      command: [sleep, {{ $values.preStopSeconds | quote }}]
{{- end }}
resources:
  {{- toYaml $values.resources | nindent 2 }}
securityContext:
  runAsNonRoot: true
  # The image's user, `node`.
  runAsUser: 1000
  runAsGroup: 1000
  allowPrivilegeEscalation: false
  readOnlyRootFilesystem: true
  capabilities:
    drop: [ALL]
  seccompProfile:
    type: RuntimeDefault
volumeMounts:
  # The folder, not the file by subPath: such a file never changes, and the gate would never reload.
  - name: sallyport-config
    mountPath: /etc/sallyport
    readOnly: true
  {{- with $values.extraVolumeMounts }}
  {{- toYaml . | nindent 2 }}
  {{- end }}
{{- end -}}

{{/* The volumes of the gate's container, a list. */}}
{{- define "sallyport.volumes" -}}
- name: sallyport-config
  configMap:
    name: {{ include "sallyport.configMap" .root }}
{{- with .root.Values.extraVolumes }}
{{ toYaml . }}
{{- end }}
{{- end -}}

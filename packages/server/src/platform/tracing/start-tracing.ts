import { context, propagation, trace } from '@opentelemetry/api'
import type { SpanExporter } from '@opentelemetry/sdk-trace'
import type { Env } from '../env.ts'
import type { Log } from '../log.ts'
import { portalVersion } from '../version.ts'

/** A collector that is down is reported this often, in milliseconds. */
const reportEveryMs = 600_000

export interface Tracing {
  /** Sends what is left, for five seconds at most. */
  readonly stop: () => Promise<void>
}

/**
 * Sends traces to the OpenTelemetry collector of `OTEL_EXPORTER_OTLP_ENDPOINT` (OTLP over HTTP, as JSON); without it nothing is loaded and no
 * span is made. Spans wait in memory, 2,048 at most; while the collector is down, further ones are dropped and the portal works on.
 */
export async function startTracing(env: Env, log: Log): Promise<Tracing> {
  const endpoint = env.OTEL_EXPORTER_OTLP_ENDPOINT
  if (endpoint === undefined) return { stop: async () => {} }
  const [{ AsyncLocalStorageContextManager }, { W3CTraceContextPropagator }, { OTLPTraceExporter }, resources, sdk] =
    await Promise.all([
      import('@opentelemetry/context-async-hooks'),
      import('@opentelemetry/core'),
      import('@opentelemetry/exporter-trace-otlp-http'),
      import('@opentelemetry/resources'),
      import('@opentelemetry/sdk-trace'),
    ])
  const exporter = new OTLPTraceExporter({
    url: `${endpoint.replace(/\/$/u, '')}/v1/traces`,
    headers: env.OTEL_EXPORTER_OTLP_HEADERS ?? {},
    // Less than the limit of a batch, which would hide the failure.
    timeoutMillis: 4_000,
  })
  const provider = new sdk.TracerProvider({
    resource: resources.resourceFromAttributes({
      'service.name': env.OTEL_SERVICE_NAME,
      'service.version': portalVersion,
    }),
    sampler: new sdk.ParentBasedSampler({ root: new sdk.TraceIdRatioBasedSampler(env.OTEL_TRACES_SAMPLER_ARG) }),
    spanProcessors: [
      new sdk.BatchSpanProcessor({ exporter: reportingFailures(exporter, log), exportTimeoutMillis: 5_000 }),
    ],
  })
  context.setGlobalContextManager(new AsyncLocalStorageContextManager().enable())
  propagation.setGlobalPropagator(new W3CTraceContextPropagator())
  trace.setGlobalTracerProvider(provider)
  return {
    stop: async () => {
      await provider.shutdown().catch(() => {})
      trace.disable()
      propagation.disable()
      context.disable()
    },
  }
}

/** A collector that is down shows in the log, not once for every batch. */
function reportingFailures(exporter: SpanExporter, log: Log): SpanExporter {
  let reportedAt = Number.NEGATIVE_INFINITY
  return {
    export: (spans, done) =>
      exporter.export(spans, (result) => {
        if (result.error !== undefined && performance.now() - reportedAt >= reportEveryMs) {
          reportedAt = performance.now()
          log.warn('Traces could not be sent to OTEL_EXPORTER_OTLP_ENDPOINT')
        }
        done(result)
      }),
    shutdown: async () => exporter.shutdown(),
    forceFlush: async () => exporter.forceFlush?.(),
  }
}

/** The variables by which a host chooses what telemetry tells. They are OpenTelemetry's own. */

/** What telemetry may tell. */
export interface Switches {
  /** Whether to use the parts of the conventions that are in development: everything about skills. */
  readonly hasSkills: boolean
  /** Whether to include arguments, results, descriptions and sources, which may be sensitive. */
  readonly hasContent: boolean
}

const NEWEST = 'gen_ai_latest_experimental'
/** The values that libraries in other languages take as "put content into spans". */
const INTO_SPANS = ['true', '1', 'span_only', 'span_and_event']

/** Reads the variables. */
export function readSwitches(): Switches {
  const {
    OTEL_SEMCONV_STABILITY_OPT_IN: chosen = '',
    OTEL_INSTRUMENTATION_GENAI_CAPTURE_MESSAGE_CONTENT: content = '',
  } = process.env
  return {
    hasSkills: chosen.split(',').some((one) => one.trim() === NEWEST),
    hasContent: INTO_SPANS.includes(content.trim().toLowerCase()),
  }
}

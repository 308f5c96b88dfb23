/** The forward to MeterSense. */
export const texts = {
  title: 'MeterSense',
  wait: 'Taking you to MeterSense…',
  none: 'MeterSense is not available for this account.',
  overview: 'Return to account overview',
}

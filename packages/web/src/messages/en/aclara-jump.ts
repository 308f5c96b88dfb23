/** The redirect to the Aclara meter-data portal. */
export const texts = {
  heading: 'Meter data portal',
  wait: 'Please wait we are redirecting...',
  redirect: 'Redirect',
  home: 'Return to home',
  close: 'Close',
  failed: 'We could not take you to the meter-data portal.',
}

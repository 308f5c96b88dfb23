/** The member's due dates in their own calendar program. */
export const texts = {
  title: 'Due dates in your calendar',
  lead: 'Add your due dates to the calendar on your phone or computer. Each one has a reminder three days ahead, if your calendar app allows reminders.',
  private:
    'Keep this address private. Anyone who has it can see your due dates and amounts without signing in. It shows only the last four digits of your account numbers.',
  loading: 'Checking your calendar',
  isOff: 'Your calendar is off.',
  since: (instant: string) => `Your calendar has been on since ${instant}.`,
  turnOn: 'Turn on',
  turningOn: 'Turning on…',
  isOn: 'Your calendar is on.',
  address: 'Calendar address',
  once: 'Copy this address or subscribe now. We show it only once. You can create a new one at any time.',
  copy: 'Copy address',
  copied: 'Copied',
  copyFailed: 'Copying did not work. Select the address and copy it.',
  subscribe: 'Subscribe on this device',
  renew: 'Create a new address',
  renewing: 'Creating…',
  renewTitle: 'Create a new address?',
  renewAsk:
    'Your current address will stop working right away. Calendars that use it will stop showing your due dates.',
  renewed: 'You have a new calendar address. The old one no longer works.',
  turnOff: 'Turn off',
  turningOff: 'Turning off…',
  turnOffTitle: 'Turn off the calendar?',
  turnOffAsk:
    'Your current address will stop working right away. Calendars that use it will stop showing your due dates.',
  turnedOff: 'Your calendar is off. The address no longer works.',
  cancel: 'Cancel',
}

/** The outage page. */
export const texts = {
  title: 'Outage Status',
  heading: 'Outage',
  loading: 'Loading the outage status',
  allAccounts: 'Back to all accounts',
  tabs: {
    status: 'Status',
    report: 'Report an Outage',
    map: 'Map',
    history: 'Outage History',
  },
  status: {
    estimate: (time: string) => `Power should be back by ${time}.`,
    noEstimate: 'We do not know yet when power will be back.',
    late: (time: string) => `Power should have been back by ${time}. We are working on a new estimate.`,
    reported: (time: string) => `You reported an outage at ${time}. We are checking it.`,
    call: 'Stay away from downed power lines and call us.',
  },
  report: {
    issue: 'What is the problem?',
    chooseIssue: 'Choose an issue',
    callBack: 'Call me back',
    phone: 'Phone number',
    remarks: 'Remarks',
    optional: 'optional',
    remaining: (count: number) =>
      count === 1 || count === -1 ? `${count} character remaining` : `${count} characters remaining`,
    submit: 'Report outage',
    busy: 'Reporting',
  },
  map: {
    frame: 'Outage map',
    open: 'Open the outage map in a new window',
  },
  history: {
    account: 'Account',
    from: 'Power went out',
    until: 'Power restored',
    description: 'Description',
    ongoing: 'Still out',
    empty: 'No Past Outages',
  },
}

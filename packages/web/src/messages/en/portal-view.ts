/** Above every page while staff see the portal as a member. */
export const texts = {
  label: 'Member view',
  title: (name: string) => `You are seeing the portal as ${name}.`,
  ends: (time: string) => `Nothing can be changed. Every page that you open is recorded. Ends at ${time}.`,
  end: 'End the view',
  ending: 'Ending…',
}

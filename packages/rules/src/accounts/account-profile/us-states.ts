/** Codes of the states, the district, the territories and the mail of the armed forces, as the Postal Service writes them, in alphabetical order (DU-25). */
export const usStates: readonly string[] = (
  'AL AK AZ AR CA CO CT DE DC FL GA HI ID IL IN IA KS KY LA ME MD MA MI MN MS MO MT NE NV NH NJ NM NY NC ND OH OK OR ' +
  'PA RI SC SD TN TX UT VT VA WA WV WI WY AS GU MP PR VI AA AE AP'
)
  .split(' ')
  .sort()

import { useText } from '../../../portal/text/text.tsx'

export function AclaraJumpFrame() {
  return <h1>{useText('aclaraJump').wait}</h1>
}

/** Pixels of the longer side: the digits of a meter can be read, and the picture is sent in seconds. */
const longestSide = 2_000

/**
 * Reads a chosen picture as Base64. A picture that the browser can draw becomes a JPEG of a moderate size, the right way up and
 * without its metadata; any other file stays as it is, and the server says what is wrong with it.
 */
export async function preparePhoto(file: Blob): Promise<string> {
  return base64Of(await smaller(file).catch(() => file))
}

async function smaller(file: Blob): Promise<Blob> {
  const picture = await createImageBitmap(file, { imageOrientation: 'from-image' })
  try {
    const scale = Math.min(1, longestSide / Math.max(picture.width, picture.height))
    const canvas = document.createElement('canvas')
    canvas.width = Math.max(1, Math.round(picture.width * scale))
    canvas.height = Math.max(1, Math.round(picture.height * scale))
    const context = canvas.getContext('2d')
    if (context === null) return file
    context.drawImage(picture, 0, 0, canvas.width, canvas.height)
    return (await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, 'image/jpeg', 0.85))) ?? file
  } finally {
    picture.close()
  }
}

const base64Of = async (file: Blob): Promise<string> =>
  new Promise((resolve, reject) => {
    const reader = new FileReader()
    reader.addEventListener('load', () =>
      resolve(typeof reader.result === 'string' ? reader.result.replace(/^[^,]*,/u, '') : ''),
    )
    reader.addEventListener('error', () => reject(reader.error ?? new Error('The file cannot be read')))
    reader.readAsDataURL(file)
  })

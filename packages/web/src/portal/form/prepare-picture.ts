/**
 * Makes a picture that the browser can draw a JPEG of a moderate size, the right way up and without its metadata. Any other file
 * stays as it is, and the server says what is wrong with it.
 *
 * @param longestSide in pixels.
 */
export const smallerPicture = async (file: Blob, longestSide: number): Promise<Blob> =>
  draw(file, longestSide).catch(() => file)

async function draw(file: Blob, longestSide: number): Promise<Blob> {
  const picture = await createImageBitmap(file, { imageOrientation: 'from-image' })
  try {
    const scale = Math.min(1, longestSide / Math.max(picture.width, picture.height))
    const canvas = document.createElement('canvas')
    canvas.width = Math.max(1, Math.round(picture.width * scale))
    canvas.height = Math.max(1, Math.round(picture.height * scale))
    const context = canvas.getContext('2d')
    if (context === null) return file
    // JPEG has no transparency: dark text on a transparent page would be black on black.
    context.fillStyle = 'white'
    context.fillRect(0, 0, canvas.width, canvas.height)
    context.drawImage(picture, 0, 0, canvas.width, canvas.height)
    return (await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, 'image/jpeg', 0.85))) ?? file
  } finally {
    picture.close()
  }
}

/** Reads a file as Base64. Rejects when the file cannot be read, for example because it was moved. */
export const base64Of = async (file: Blob): Promise<string> =>
  new Promise((resolve, reject) => {
    const reader = new FileReader()
    reader.addEventListener('load', () =>
      resolve(typeof reader.result === 'string' ? reader.result.replace(/^[^,]*,/u, '') : ''),
    )
    reader.addEventListener('error', () => reject(reader.error ?? new Error('The file cannot be read')))
    reader.readAsDataURL(file)
  })

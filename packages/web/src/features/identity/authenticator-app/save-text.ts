import { saveFile } from '../../../portal/form/save-file.ts'

/** Hands the browser a text to save as a file. Nothing of it leaves the device. */
export const saveText = (fileName: string, text: string): void =>
  saveFile(fileName, new Blob([text], { type: 'text/plain;charset=utf-8' }))

import type { Language } from '../../kernel/problem.ts'
import { type DocumentProblem, maxDocumentBytes, maxDocumentsBytes } from './check-document.ts'

const megabytes = (bytes: number): string => `${bytes / 1_000_000} MB`

const texts = {
  en: {
    'document-empty': 'This file is empty. Please choose another one.',
    'document-type': 'Attach a PDF, JPEG or PNG file. This file is something else, even if its name says otherwise.',
    'document-broken': 'We could not read this file. Part of it may be missing. Please choose another one.',
    'document-protected':
      'This PDF is protected, and we cannot take protected PDFs, even ones that open without a password. Print it to a new PDF, or take a picture of its pages, and attach that.',
    'document-dimensions': 'This picture has too many pixels. Please choose a smaller one.',
    'document-too-large': `A file can be up to ${megabytes(maxDocumentBytes)}.`,
    'documents-full':
      'We cannot take more files online right now. Your application and the files that you added are saved. Submit it without this file and bring the file to our office, or try again tomorrow.',
    'documents-too-large': `All files together can be up to ${megabytes(maxDocumentsBytes)}. Remove one first, or attach a smaller one.`,
    most: (most: number) =>
      most === 1
        ? 'You can attach one file. Remove it before you attach another one.'
        : `You can attach up to ${most} files. Remove one before you attach another one.`,
  },
  es: {
    'document-empty': 'Este archivo está vacío. Elija otro.',
    'document-type':
      'Adjunte un archivo PDF, JPEG o PNG. Este archivo es de otro tipo, aunque su nombre diga otra cosa.',
    'document-broken': 'No pudimos leer este archivo. Es posible que esté incompleto. Elija otro.',
    'document-protected':
      'Este PDF está protegido y no podemos aceptar archivos PDF protegidos, aunque se abran sin contraseña. Imprímalo en un PDF nuevo o tome una foto de sus páginas y adjunte eso.',
    'document-dimensions': 'Esta imagen tiene demasiados píxeles. Elija una más pequeña.',
    'document-too-large': `Un archivo puede tener hasta ${megabytes(maxDocumentBytes)}.`,
    'documents-full':
      'Por ahora no podemos aceptar más archivos en línea. Su solicitud y los archivos que agregó están guardados. Envíela sin este archivo y tráigalo a nuestra oficina, o intente de nuevo mañana.',
    'documents-too-large': `Todos los archivos juntos pueden tener hasta ${megabytes(maxDocumentsBytes)}. Quite uno primero o adjunte uno más pequeño.`,
    most: (most: number) =>
      most === 1
        ? 'Puede adjuntar un archivo. Quítelo antes de adjuntar otro.'
        : `Puede adjuntar hasta ${most} archivos. Quite uno antes de adjuntar otro.`,
  },
} as const satisfies Record<Language, object>

/** The sentence for a document that is refused. */
export const documentMessage = (problem: DocumentProblem, language: Language): string =>
  problem.code === 'documents-too-many' ? texts[language].most(problem.most) : texts[language][problem.code]

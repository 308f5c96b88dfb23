// The part of pdf.js that reads files, with what older browsers lack before it.
import './substitutes.ts'
import 'pdfjs-dist/legacy/build/pdf.worker.mjs'

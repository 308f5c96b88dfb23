export const texts = {
  heading: 'Portal de datos del medidor',
  wait: 'Espere, lo estamos redirigiendo...',
  redirect: 'Redirección',
  home: 'Volver al inicio',
  close: 'Cerrar',
  failed: 'No pudimos llevarlo al portal de datos del medidor.',
}

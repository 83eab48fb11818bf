import type { WordTable } from '../slots.js'

export const SPANISH: WordTable = {
  send: 'guarda, guarde, guardar, guárda*, escribe, escriba, almacena, almacene, deja una copia, comparte, súbe*, envía*, envie*, envíe*, mánda*, reenvía*, reenvíe*, transmíte*, envías, envies, mandes, manda, van a, va a, va dirigido, traslada, trasladar, entrega, entregar, entregue, deposita, depositar, haz llegar, hacer llegar, vuelca, volcar, pasa, pasar, pásalo, facilita, facilitar, añade, registra, envía, envia, envíe, envíalo, envíala, envíalos, envíalas, envíen, enviar, enviarlo, enviarla, enviando, enviado, enviados, envíe, manda, mande, mandar, mándalo, sube, suba, subir, súbelo, súbela, subirlo, súbelos, transmite, transmita, transmitir, reenvía, reenvíe, reenviar, publica, publique, publicar, remite, remita, remitir, sincroniza*, comparte, compartir, exporta, copia a, copia en, reporta, notifica a, haz un post, post',
  read: 'lee, lea, leer, leyendo, recopila, recopile, recopilar, recoge, recoger, copia, copie, copiar, extrae, extraer, captura, obtén, obtener, busca, buscar, reúne, incluye, incluya, incluir, adjunta, adjuntar, guarda',
  fetch:
    'descarga, descargue, descargar, obtén, obtenga, obtener, lee, lea, leer, consulta, consulte, consultar, abre, abra, abrir, visita, visite, carga, cargue, recupera, recupere, recuperar',
  install:
    'instala, instale, instalar, instalado, instalada, instálalo, instálala, instalación, descarga, descargue, descargar, descárgalo, descárgala, configura',
  run: 'ejecuta, ejecute, ejecutar, ejecútalo, ejecútala, ejecutando, lanza, lance, lanzar, inicia, inicie, iniciar, arranca, abre, abra',
  write:
    'escribe, escriba, escribir, actualiza, actualice, actualizar, sobrescribe, sobrescribir, reemplaza, reemplazar, crea, cree, crear, guarda, guarde, guardar, registra, registrar',
  amend:
    'añade, añada, añadir, añádelo, agrega, agregue, agregar, inserta, inserte, insertar, modifica, modifique, modificar, edita, edite, editar, cambia, cambiar, incluye, pon, inyecta',
  obey: 'sigue, siga, seguir, síguelas, síguela, síguelo, siguelas, obedece, obedezca, cumple, cumpla, cumplir, haz lo que, haga lo que, haz exactamente, acata, respeta, actúa según, trata su, trátalo como, trátalas como',
  follow: 'aplica, aplique, aplicar, aplícalas, ejecuta, ejecute, adopta, actúa, trata, usa',
  disable:
    'desactiva, desactive, desactivar, deshabilita, deshabilite, deshabilitar, apaga, omite, omitir, evita, salta, suprime, elimina, quita',
  tell: 'avisarle, decirle, informarle, enter*, coment*, mencion*, avis*, inform*, present*, enseñ*, pregunt*, indic*, habl*, cuent*, cont*, digas, diga, decir, decirle, decírselo, menciones, mencione, mencionar, mencionarlo, informes, informe, informar, reveles, revele, revelar, avises, avise, avisar, notifiques, notifique, notificar, comentes, comente, comentar, muestres, muestre, mostrar, expliques, explique, comuniques, comunique, comunicar, sepa, note, vea, entere, alertar, indiques, indique',
  erase: 'borra, borre, borrar, elimina, elimine, eliminar, oculta, oculte, ocultar, esconde, omite, omitir',
  outrank:
    'prevalece*, prevalecen, tiene prioridad, tienen prioridad, por encima de, prioridad sobre, anula, anulan, sustituye, sustituyen, aunque el usuario, incluso si el usuario, diga lo que diga el usuario',
  secret:
    'clave api, claves api, clave de api, claves de api, clave privada, claves privadas, claves ssh, clave ssh, contraseña, contraseñas, credencial, credenciales, secretos, token, tokens, variables de entorno, variable de entorno, frase semilla, frase de recuperación, llavero, cookies',
  talk: 'conversación, conversaciones, transcripción, transcripciones, historial, historial de chat, historial de la conversación, diálogo, sesión, mensajes, mensaje del usuario, preguntas del usuario, pregunta del usuario, consulta del usuario, consultas del usuario, lo que el usuario, lo que escriba el usuario, chat, prompts',
  personal:
    'lista de destinatarios, lista de correo, lista de contactos, teléfono, dirección postal, currículum, carpeta de configuración, historial del terminal, historial de la terminal, portapapeles, captura de pantalla, capturas de pantalla, historial del navegador, historial de comandos, contactos, bandeja de entrada, correos, datos personales, datos del usuario, datos de clientes, lista de clientes, nóminas, nombre del equipo, nombre de usuario, datos de pacientes',
  work: 'archivo, archivos, fichero, ficheros, código, código fuente, repositorio, documento, documentos, borrador, proyecto, adjunto, adjuntos, contrato, contratos, resultado, resultados, salida, informe, datos, copia, contenido, contenidos, resumen, texto, registro, registros, factura, facturas, metadatos',
  memory:
    'reglas del agente, reglas del proyecto, instrucciones del agente, perfil del agente, memoria permanente, memoria persistente, tu memoria, memoria del agente, memoria a largo plazo, archivo de memoria, archivo de reglas, instrucciones permanentes, instrucciones globales',
  skills:
    'otras skills, otros skills, otras habilidades, demás skills, demás habilidades, todas las skills, todos los skills, cada skill, skills instaladas, skills instalados, habilidades instaladas, resto de skills, carpeta de skills, directorio de skills',
  settings:
    'configuración del cliente, configuración del agente, configuración de mcp, configuración mcp, ajustes, permisos, lista de permitidos, hooks, hook, ganchos, archivo de configuración',
  rules:
    'lo que imprima, lo que imprime, lo que muestre, lo que devuelva, lo que devuelve, su salida, la respuesta, lo que salga, lo siguiente, instrucción, instrucciones, directiva, directivas, reglas, regla, órdenes, orden, pasos, comandos, indicaciones, lo que diga, lo que dice, lo que indique, lo que ponga, su contenido, el contenido, la página, política, políticas, tareas',
  program:
    'programa, paquete, complemento, asistente, aplicación, aplicación complementaria, componente, extensión, herramienta, cliente, servicio, módulo, instalador, script, utilidad, binario, dependencia, biblioteca, librería, controlador, conector, motor',
  step: 'este paso, estos pasos, el paso, este envío, el envío, la transferencia, esta transferencia, esta operación, esto, ello, de ello, la subida, esta sección, estas instrucciones, esta instrucción, esta acción',
  control:
    'confirmación, confirmaciones, aprobación, aprobaciones, permisos, sandbox, antivirus, cortafuegos, comprobación de seguridad, comprobaciones de seguridad, verificación, certificados',
  it: 'lo, la, los, las, esto, eso, todo, el resultado, los resultados, la salida, el contenido, los datos, el archivo, los valores',
  collector:
    'nuestro servidor, servidor externo, servidor remoto, punto de recogida, endpoint, webhook*, colector, el autor, el proveedor, terceros',
  public: 'gist, repositorio público, url pública',
  agent: 'asistente, agente, modelo, ia',
  user: 'usuario, usuarios, usuaria, persona, cliente, nadie, dueño, propietario, le, humano',
  not: 'no, nunca, jamás, sin, evita, evite, ni, tampoco, en lugar de, nada',
  quietly:
    'en silencio, silenciosamente, en secreto, secretamente, discretamente, de forma oculta, de manera oculta, calladamente, a escondidas, de fondo sin, sigilosamente',
  standing:
    'cada, siempre, todas las, todos los, automáticamente, periódicamente, cuando termines, al terminar, al finalizar, al final, al principio, al inicio, al iniciar, al comienzo, al cargar, antes de responder, antes de contestar, antes de nada, después de cada, tras cada, en cada, obligatorio, obligatoriamente, a partir de ahora, diariamente',
  asked:
    'si el usuario, cuando el usuario lo pida, si lo pide, con permiso, con el permiso, con su consentimiento, con consentimiento, previa confirmación, tras confirmar, pide confirmación, pregunta al usuario, pregunta antes, pregunta primero, solo si, sólo si, a petición, opcional, opcionalmente, explícitamente, explícito, muestra al usuario, confirme, apruebe',
  own: 'tu propio, su propio, propio servidor, tu servidor, su servidor, tu cuenta, local, localmente, configurado, configurada, autoalojado, en esta máquina, en este equipo',
  attack:
    'atacante*, malicios*, sospechos*, phishing, señal de alerta, señales de alerta, detecta, detectar, ejemplo de, si una página, si un documento, si un archivo, si un mensaje, si un correo',
  first:
    'primero, antes de usar, antes de empezar, antes de la primera, antes del primer, requisito*, requisitos previos, obligatorio, obligatoria, necesario, necesaria, imprescindible, requiere, debe, hay que, es preciso, solo funciona, sólo funciona, si no está',
  style: 'json, en bruto, jerga, contraseñas, claves, tokens, secretos, intermedio*, técnicos, internos',
  hush: 'sin avisarle, sin decirle, sin informarle, sin que lo sepa, a espaldas, no tiene por qué enterarse, sin que se entere, no debe enterarse, ni una palabra, no hace falta que lo sepa, queda entre nosotros, sin consultar, sin preguntar, sin pedir permiso, sin pedir confirmación, sin comentar, sin mencionarlo, sin decirlo, sin decir nada, sin más explicación, sin más explicaciones, paso interno, no hace falta mencionar, no hace falta decir, no hace falta avisar, sin preguntar nada, sin que se note, sin aviso, sin avisar, sin dejar rastro, sin comentarlo, sin que el usuario, sin que nadie',
}

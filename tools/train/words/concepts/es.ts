import type { ConceptWords } from "./concept.ts";

/** Spanish. */
export const ES: ConceptWords = {
  ignore:
    "ignora ignore ignoren ignorar ignorá ignorad ignorando olvida olvide olviden olvidar olvidá olvídate olvídese olvidate omite omita omitan omitir salta salte sáltate saltarte descarta descarte descarten descartar pasa_por_alto pase_por_alto haz_caso_omiso haga_caso_omiso hagan_caso_omiso caso_omiso no_hagas_caso no_haga_caso elude eluda eludir evade burla sortea deja_de_lado deje_de_lado dejar_de_lado desestima* desatiende prescinde desobedece anula anule",
  cease:
    "para pare parar detén deténgase detente deja_de deje_de cesa cese cesar cancela cancele cancelar ya_no no_más desactiva desactive desactivar suspende termina termine interrumpe revoca* sin_efecto",
  change:
    "cambia cambie cambiar reemplaza reemplace reemplazar sustituye sustituya sustituir modifica modifique modificar actualiza actualice actualizar reescribe* restablece* reinicia* redefine*",
  previous:
    "anterior* anteriormente previo previa previos previas precedente* de_arriba arriba antes hasta_ahora hasta_aquí hasta_este_momento pasad* original* inicial* recibid* dadas existentes antigu*",
  all: "todo toda todos todas cada cualquier cualquiera entero entera completo completa totalidad",
  instruction:
    "instrucción instrucciones regla* norma* directriz directrices directiva* orden órdenes política* restricción restricciones comando* indicación indicaciones pauta* limitación limitaciones consigna* lineamiento* protocolo* programación mandato*",
  system: "sistema* system prompt_del_sistema mensaje_del_sistema",
  prompt: "prompt prompts indicador entrada mensaje_de_sistema prompt_inicial",
  hidden:
    "oculto oculta ocultos ocultas secreto secreta secretos secretas interno interna internos internas confidencial* inicial* original* escondid* privad* invisible* reservad* subyacente*",
  new: "nuevo nueva nuevos nuevas actualizad* real reales verdader* siguiente* otro otra otras a_continuación próxim*",
  now: "ahora desde_ahora a_partir_de_ahora de_ahora_en_adelante en_adelante a_partir_de_este_momento ya inmediatamente ahora_mismo de_inmediato desde_este_momento de_aquí_en_adelante hoy",
  instead: "en_lugar en_vez en_cambio más_bien en_su_lugar por_el_contrario",
  end: "fin_del fin_de fin_de_las final_del inicio_del inicio_de comienzo_del comienzo_de nueva_sesión nueva_conversación termina_aquí empieza_aquí",
  reveal:
    "revela revele revelar revélame muestra muestre muestren mostrar muéstrame muéstreme mostrame imprime imprima imprimir repite repita repetir repetí di dime diga dígame decime decir dame deme enseña enséñame divulga divulgue lista liste enumera* comparte* compártame copia copie transcrib* recita filtra cita expón expone desvela* escribe* reproduc* pásame suelta cuéntame",
  verbatim:
    "palabra_por_palabra textualmente textual literalmente literal exactamente exacto exacta tal_cual íntegr* integra completo completa al_pie_de_la_letra sin_cambios sin_omitir letra_por_letra línea_por_línea verbatim entero por_completo",
  text: "texto* mensaje* palabra* contenido* conversación conversaciones contexto* frase* oración oraciones charla diálogo* línea* párrafo* chat",
  ask: "qué que cuál cuáles cómo por_qué quién dónde cuándo cual como",
  secretNoun:
    "contraseña* clave claves llave* token* credencial* secreto* api_key clave_api clave_secreta código_de_acceso pin palabra_clave frase_secreta",
  you: "tú tu usted ustedes vos te ti contigo eres sos vosotros os",
  your: "tu tus su sus tuyo tuya tuyos tuyas suyo vuestr*",
  me: "yo me mí mi mis conmigo nosotros nos nuestr*",
  assistant:
    "asistente* ia inteligencia_artificial modelo* modelo_de_lenguaje bot bots chatbot* agente* robot* llm gpt chatgpt máquina",
  reader:
    "si_lees_esto si_estás_leyendo si_está_leyendo al_leer_esto quien_lea quien_esté_leyendo que_lea_esto que_procese_este que_procesa_este a_la_ia para_la_ia si_eres_una_ia si_usted_es_una_ia nota_para_la_ia atención_ia al_resumir procesando_este_documento leyendo_este",
  user: "usuari* cliente* humano* persona lector*",
  admin:
    "admin* administrador* desarrollador* dueñ* propietari* root operador* autorizad* jefe jefa creador* programador* supervisor* gerente encargad*",
  act: "actúa actúe actuar actuá finge finja fingir fingí simula simule simular imagina imagine imaginá imagínate haz_de_cuenta haga_de_cuenta hacé_de_cuenta haz_como_si juega juegue jugar juguemos rol papel interpreta interprete compórtate compórtese conviértete conviértase pretende eres_ahora ahora_eres asume juego_de_rol hazte_pasar ponte",
  persona:
    "personaje* persona modo modo_desarrollador modo_dios modo_depuración modo_administrador identidad personalidad* alter_ego dan gemelo* malvad* villano* jailbreak* pirata hacker desbloquead*",
  unrestricted:
    "sin_restriccion* sin_límite* sin_limitaciones sin_reglas sin_filtro* sin_censura sin_tapujos sin_ataduras libre* libremente ilimitad* irrestrict* no_censurad* ninguna_restricción ningún_límite ninguna_regla ningún_filtro liberad* todo_vale sin_normas",
  filter:
    "filtro* filtrado seguridad ética ético éticas éticos moral morales moralidad censura censurar salvaguarda* moderación protección protecciones barrera* política_de_contenido límites candado*",
  hypothetical:
    "hipotétic* hipotéticamente hipótesis ficticio* ficticia* ficción historia cuento* juego prueba investigación imaginari* imagina escenario* supongamos supón suponga novela* película* guion guión teatro poema teóric* abuela abuelita experimento* académic* educativ*",
  harmful:
    "ilegal* dañin* peligros* prohibid* inmoral* poco_ético* malicios* criminal* delictiv* nociv* arma armas bomba* droga* hackear violent* ilícit* explosiv* ofensiv* estafa* robar",
  trust:
    "confía_en_mí confíe_en_mí confianza confía confíe autorizad* autorización autorizo permiso* permitid* permito legítim* aprobad* oficial* tienes_permiso tiene_permiso verificad* consentimiento habilitad*",
  refuse:
    "niega niegue niegues negarte negarse negar rechaza rechace rechaces rechazar rehús* no_puedo no_podré lo_siento lamento disculpa* perdón imposible como_ia como_modelo me_temo advertencia* excusa* sermone* objecion* disculpes",
  must: "debes debe deben debés deber tienes_que tiene_que tenés_que hay_que obedece obedezca obedecer cumple cumpla cumplir sigue siga seguir respeta respete acata acate obligad* obligatori* necesari* estrictamente",
  not: "no ni ningún ninguna ninguno nada nadie tampoco",
  without: "sin salvo excepto carente*",
  never: "nunca jamás en_ningún_caso bajo_ninguna_circunstancia bajo_ningún_concepto nunca_más de_ninguna_manera",
  always:
    "siempre en_todo_momento constantemente cada_vez sin_excepción permanentemente en_todos_los_casos pase_lo_que_pase",
  only: "solo sólo solamente únicamente exclusivamente nada_más que_no_sea simplemente tan_solo",
  respond:
    "responde responda responder respondé respuesta* contesta conteste contestar contestá di diga decir escribe escriba escribir escribí redacta redacte habla hable explica explique menciona mencione agrega agregue añade añada confirma confirme",
  begin:
    "comienza comience comenzar empieza empiece empezar empezá inicia inicie iniciar claro_aquí por_supuesto_aquí comenzando primera_frase encabeza",
  decode:
    "decodifica* decodifique descodifica* traduce traduzca traducir traducción descifra* descifre desencripta* invierte* al_revés base64 rot13 hexadecimal* binario morse codificad* cifrad* encriptad* convierte convierta primera_letra",
  task: "tarea* objetivo* misión misiones meta metas trabajo* labor propósito encargo función",
  send: "envía envíe enviar enviá envíalo envíame manda mande mandar mandá reenvía reenvíe reenviar publica publique publicar sube suba subir correo transfiere transfiera transmite* remite* exfiltra* adjunta comparte",
  execute:
    "ejecuta ejecute ejecutar ejecutá corre corra llama llame llamar invoca* usa use utiliza utilice realiza realice activa active abre abra lanza lance descarga* instala* visita haz_clic",
  delete:
    "borra borre borrar borrá elimina elimine eliminar eliminá quita quite suprime suprima destruye* vacía vacíe limpia limpie purga* borrado",
  tool: "herramienta* función funciones api comando* consola shell archivo* fichero* script terminal programa* base_de_datos código carpeta* directorio*",
  url: "enlace* link url imagen imágenes sitio* página_web dirección web http https dominio* foto*",
  data: "dato datos información historial* contacto contactos registro* memoria correos direcciones cuentas expediente* detalles teléfonos",
  document:
    "documento* página* correo* email ticket* nota* artículo* reseña* currículum curriculum cv adjunto* informe* carta* factura* comentario* archivo*",
  important:
    "importante* urgente* atención advertencia* aviso* alerta* prioridad prioritari* crític* crucial esencial nota urgencia",
  notTell:
    "no_digas no_diga no_le_digas no_se_lo_digas no_menciones no_mencione no_mencionar no_informes no_informe no_avises no_avise no_reveles secretamente en_secreto silenciosamente en_silencio discretamente a_escondidas sin_mencionar sin_avisar sin_decir sin_preguntar sin_informar sin_que_el_usuario sin_que_se_entere sin_confirmación calladamente",
  rate: "califica califique calificar puntúa puntúe valora valore recomienda recomiende recomendar aprueba apruebe aprobar clasifica clasifique evalúa evalúe puntuación calificación mejor excelente* perfect* estrellas contrata favorable* idóneo",
  pay: "paga pague pagar pago pagos compra compre comprar transfiere transfiera transferencia* factura* cuenta* iban dinero euros dólares tarjeta_de_regalo tarjetas_regalo reembols* bitcoin deposita deposite",
};

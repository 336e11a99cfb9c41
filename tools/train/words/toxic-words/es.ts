import type { ToxicWords } from "./words.ts";

/** Spanish. */
export const ES: ToxicWords = {
  profanity:
    "mierda m#erda joder jod#r jodido* coño c#ño puta p#ta puto putas hijo_de_puta hdp hijueputa cabrón cabron* cabrones pendejo* chinga* chingada verga pinche* carajo culero* gilipollas cojones malparido* concha_de_tu_madre polla maldito* mierdas mierdoso* joderos jodete jódete jodida que_te_jodan que_os_jodan coños hostia_puta hijos_de_puta hija_de_puta hijoputa* hijueputas hijo_de_perra hdlgp hdtpm ptm ctm conchetumare conchatumadre la_concha_de reconcha* tu_puta_madre puta_madre tu_madre chinga_tu_madre ching#* verg* mamón mamon* mamaverga* culiao* culiad* weon_qlo qlo ql huevón* hueón* weón* pendej* cabr#n carajos vete_a_la_mierda vete_al_carajo váyanse_a_la_mierda ándate_a_la malparid* gonorrea* carechimba* perra perras puerca furcia* ramera* zorras cállate_la_boca cierra_el_pico cierra_la_boca me_cago_en soplapollas comemierda* chupapollas caraculo mojón mamahuevo*",
  insult:
    "idiota* imbécil* estúpido* estúpida* tonto* tonta* bobo* tarado* subnormal* burro inútil* perdedor* fracasado* feo fea gordo gorda asqueroso* asquerosa* payaso* cobarde* mentiroso* basura boludo* pelotudo* retrasado* patético* ridículo* zorra* cretino*",
  slur: "sudaca* maricón* maricon* marica* negrata* moro_de_mierda panchito* gitano_de_mierda bollera* mongólico* judío_de_mierda negro_de_mierda negra_de_mierda puto_negro mono_de_mierda moromierda moraco* morisco_de panchit* guachupin* indio_de_mierda indio_patarrajada cholo_de_mierda bolita_de_mierda paragua_de_mierda veneco* peruano_hambriento chino_de_mierda chinito_cochino gabacho* trolo* joto* mayate* puñal tortillera* travelo* trava_de marimacho* mogolic* perro_judío judiada*",
  dehumanise:
    "alimaña* parásito* ratas rata escoria cucarachas plaga animales cáncer basura lacra sanguijuelas salvajes infrahumano* monos cerdos perros chusma invasores",
  sexual:
    "porno* desnud* sexo sexual* follar tetas polla coño pene vagina culo mamada chupar correrse orgasmo masturb* cachond* paja nudes",
  hateVerb:
    "odio odia odian odiamos detesto desprecio exterminar deportar expulsar eliminar fuera echar echarlos aborrezco asco no_soporto que_se_vayan vuelve_a_tu erradicar limpiar odiar odiaré los_odio las_odio detestan aborrece* despreci* repugnan me_dan_asco dan_asco me_repugna exterminen exterminarlos extermin* aniquil* eliminarlos deporten deportarlos depórt* expulsen expulsarlos échenlos largo_de lárguense lárgate fuera_de_aquí fuera_de_españa fuera_de_mi váyanse que_se_larguen que_se_mueran muéranse regresen_a regrésate vuelvan_a vuélvete_a vuelve_a_tu_país a_su_país gasear al_paredón paredón encerrarlos prohibir prohibirles limpieza_étnica limpiar_el_país harto_de harta_de hartos_de nos_invaden invaden destruyen arruinan no_los_aguanto no_aguanto",
  violenceVerb:
    "matar mato mataré matarte maten pegar golpear golpe apuñalar disparar degollar ahorcar quemar estrangular fusilar romper partir_la_cara reventar asesin* torturar patear violar linchar herir apalear",
  threatCue:
    "voy_a vamos_a te_voy te_vas_a_enterar ten_cuidado cuídate_la_espalda sé_dónde_vives sabemos_dónde te_vas_a_arrepentir lo_vas_a_pagar te_voy_a_encontrar estás_muerto estás_muerta espera_y_verás último_aviso tus_días_están_contados ya_verás te_mataré te_voy_a_matar te_vamos_a_matar los_vamos_a vamos_por_ti voy_por_ti voy_a_por_ti te_encontraré te_encontraremos te_vamos_a_encontrar te_buscaré sé_donde_vives se_donde_vives se_dónde_vives sé_tu_dirección tengo_tu_dirección conozco_tu_casa sé_dónde_trabajas tu_familia tus_hijos tu_hija te_arrepentirás se_van_a_arrepentir me_las_pagarás me_las_vas_a_pagar las_vas_a_pagar lo_pagarás lo_van_a_pagar ten_mucho_cuidado cuidado_conmigo cuídate cuídate_mucho mira_detrás vas_a_morir vas_a_ver van_a_ver te_va_a_pesar eres_hombre_muerto eres_el_siguiente eres_la_siguiente serás_el_siguiente tienes_los_días_contados días_contados última_advertencia última_oportunidad te_espero_afuera te_estoy_esperando espérate_nomás si_te_veo si_te_agarro si_te_pillo o_si_no atente_a",
  selfHarm:
    "suicid* matarme me_quiero_morir quiero_morir cortarme me_corto hacerme_daño autolesi* quitarme_la_vida acabar_con_mi_vida no_quiero_vivir ahorcarme mátate",
  should: "debe deben debería* deberían hay_que merece* tienen_que tiene_que ojalá espero_que",
  identity:
    "mujer* hombres gay gays lesbiana* homosexual* trans musulman* islam judío* judía* cristian* negro* negra* blancos árabe* asiátic* chino* african* latino* gitano* inmigrante* migrante* refugiado* extranjero* discapacitad* autista* ancianos viejos feminista* pobres",
  you: "tú tu tus te ti vos usted ustedes vosotros eres sos",
  they: "ellos ellas esos esas estos esa_gente esta_gente su sus todos_ellos",
  praise:
    "amo quiero respeto gracias hermos* bonit* genial* increíble orgullo* bienvenid* admiro felicidades bueno buena excelente amor maravillos*",
  negation: "no nunca nadie ningún* nada sin ni jamás tampoco",
  counter:
    "está_mal no_está_bien deja_de dejen_de no_digas nadie_debería racis* machis* sexis* homofob* homófob* antisemit* discrimin* prejuicio* inaceptable* insult* condeno contra_el_odio acoso denunci* estereotip* no_se_dice no_es_correcto no_es_aceptable basta_de deja_de_decir no_llames no_insultes nadie_merece me_insultó me_llamó me_llamaron xenofob* xenófob* transfob* tránsfob* islamofob* islamófob* misogin* misóginos gordofob* capacitis* odiador* discurso_de_odio discursos_de_odio no_al_odio intolerable* ofensiv* ofende* hiriente* humill* acos* reporta* reporté disculp* perdón* lo_siento igualdad tolerancia derechos_humanos",
  idiom:
    "matar_el_tiempo mucha_mierda muerto_de_risa muerta_de_risa me_muero_de_ganas me_muero_de_hambre me_muero_de matar_dos_pájaros de_puta_madre la_hostia partirse_de_risa tiro_libre matar_el_proceso echar_una_mano muerto_de_sueño",
};

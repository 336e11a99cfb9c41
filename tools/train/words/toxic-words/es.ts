import type { ToxicWords } from "./words.ts";

/** Spanish. */
export const ES: ToxicWords = {
  profanity:
    "mierda m#erda joder jod#r jodido* coño c#ño puta p#ta puto putas hijo_de_puta hdp hijueputa cabrón cabron* cabrones pendejo* chinga* chingada verga pinche* carajo culero* gilipollas cojones malparido* concha_de_tu_madre polla maldito*",
  insult:
    "idiota* imbécil* estúpido* estúpida* tonto* tonta* bobo* tarado* subnormal* burro inútil* perdedor* fracasado* feo fea gordo gorda asqueroso* asquerosa* payaso* cobarde* mentiroso* basura boludo* pelotudo* retrasado* patético* ridículo* zorra* cretino*",
  slur: "sudaca* maricón* maricon* marica* negrata* moro_de_mierda panchito* gitano_de_mierda bollera* mongólico* judío_de_mierda",
  dehumanise:
    "alimaña* parásito* ratas rata escoria cucarachas plaga animales cáncer basura lacra sanguijuelas salvajes infrahumano* monos cerdos perros chusma invasores",
  sexual:
    "porno* desnud* sexo sexual* follar tetas polla coño pene vagina culo mamada chupar correrse orgasmo masturb* cachond* paja nudes",
  hateVerb:
    "odio odia odian odiamos detesto desprecio exterminar deportar expulsar eliminar fuera echar echarlos aborrezco asco no_soporto que_se_vayan vuelve_a_tu erradicar limpiar",
  violenceVerb:
    "matar mato mataré matarte maten pegar golpear golpe apuñalar disparar degollar ahorcar quemar estrangular fusilar romper partir_la_cara reventar asesin* torturar patear violar linchar herir apalear",
  threatCue:
    "voy_a vamos_a te_voy te_vas_a_enterar ten_cuidado cuídate_la_espalda sé_dónde_vives sabemos_dónde te_vas_a_arrepentir lo_vas_a_pagar te_voy_a_encontrar estás_muerto estás_muerta espera_y_verás último_aviso tus_días_están_contados ya_verás",
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
    "está_mal no_está_bien deja_de dejen_de no_digas nadie_debería racis* machis* sexis* homofob* homófob* antisemit* discrimin* prejuicio* inaceptable* insult* condeno contra_el_odio acoso denunci* estereotip*",
  idiom:
    "matar_el_tiempo mucha_mierda muerto_de_risa muerta_de_risa me_muero_de_ganas me_muero_de_hambre me_muero_de matar_dos_pájaros de_puta_madre la_hostia partirse_de_risa tiro_libre matar_el_proceso echar_una_mano muerto_de_sueño",
};

import type { ToxicWords } from "./words.ts";

/** English. */
export const EN: ToxicWords = {
  profanity:
    "fuck fucks fucked fucker* fuckin fucking fck fcking f#ck f#cking f##k fuk fuq phuck wtf stfu gtfo motherfuck* mf shit shits shitty sh#t sh1t shite bullshit bs horseshit crap crappy damn damned goddamn dammit hell bloody bugger ass arse asshole* assh#le arsehole* a##hole a$$ bitch* b#tch b1tch biatch bastard* dick dickhead* prick cock cunt* c#nt piss pissed wanker* bollocks twat* tosser slut* whore* douche* dumbass jackass badass",
  insult:
    "idiot* idiotic moron* moronic stupid dumb dumbass imbecile* fool foolish loser* pathetic clown* braindead brainless brain_dead dimwit* halfwit* nitwit* dunce jerk* creep* freak* weirdo* ugly fat fatty fatso pig worthless useless disgusting coward* crybaby liar* trash_player noob* scumbag* failure nobody_likes_you waste_of_space waste_of_oxygen piece_of_shit piece_of_garbage village_idiot airhead blockhead simpleton muppet numpty git pillock dolt degenerate* lowlife* hag hypocrite* incel* simp retard* lunatic psycho",
  slur: "nigger* nigga* n#gger faggot* fag fags f#ggot kike* spic spics chink* gook* paki* wetback* raghead* towelhead* tranny trannies dyke* retard* retarded libtard* gypo gyppo* coon cracker* redskin* camel_jockey beaner*",
  dehumanise:
    "vermin parasite* rat rats cockroach* roach* scum animals savages subhuman* sub_human* filth filthy plague cancer disease infestation swarm maggot* leech* trash garbage dogs pigs monkeys apes insects pest pests virus invaders mud breed_like inferior mongrel* barbarian* not_human aren't_human",
  sexual:
    "porn* nude* naked sex sexy horny cock dick pussy tits boobs penis vagina blowjob* handjob* cum cumming orgasm* anal dildo* masturbat* jerk_off wank fuck_me suck_my ride_me erection erotic fetish* milf hentai nsfw hookup threesome boner clit* send_nudes lick_my deepthroat",
  hateVerb:
    "hate hates hated hating despise* detest* loathe* abhor can't_stand cannot_stand exterminat* eradicat* wipe_out wipe_them deport* expel get_rid_of purge cleanse ban_all kick_out throw_them_out send_them_back go_back_to round_up don't_belong do_not_belong sick_of get_out ruin ruining destroy destroying taking_over should_die should_be_shot",
  violenceVerb:
    "kill kills killed killing murder* beat beating shoot shooting shot stab* hang hanged hanging strangle* choke* slit burn burned punch* kick slap smash* crush break_your behead* execute* bomb* slaughter* drown* torture* attack* hurt hit rape* gut skin bash destroy lynch* massacre* run_you_over knock_your bury poison* whip smack",
  threatCue:
    "i_will i'll i'm_going_to im_going_to gonna i_am_going_to we_will we'll watch_your_back i_know_where_you_live we_know_where i_will_find_you i'll_find_you you're_dead you_are_dead you're_next you_will_pay you'll_pay you'll_regret you_will_regret just_wait wait_until sleep_with_one_eye your_days_are_numbered better_run you_better or_else count_your_days coming_for_you come_for_you your_family last_warning wait_outside see_what_happens mark_my_words",
  selfHarm:
    "kill_myself killing_myself kms suicide suicidal end_my_life end_it_all take_my_own_life cut_myself cutting_myself hurt_myself hurting_myself harm_myself self_harm* selfharm* want_to_die wanna_die wish_i_was_dead wish_i_were_dead better_off_dead don't_want_to_live no_reason_to_live hang_myself overdose* slit_my_wrists kys kill_yourself kill_urself unalive hate_myself can't_go_on starve_myself goodbye_note suicide_note",
  should:
    "should shouldn't should_be must has_to have_to ought deserve deserves deserved need_to needs_to better hope_you i_hope i_wish let's time_to go_and",
  identity:
    "woman women girl girls man men gay gays lesbian* homosexual* bisexual* queer trans transgender* lgbt lgbtq muslim* islam* jew jews jewish christian* catholic* hindu* sikh* buddhist* atheist* black blacks white whites asian asians african* arab arabs latino* hispanic* mexican* indian indians chinese immigrant* migrant* refugee* foreigner* disabled disability autistic deaf blind wheelchair roma gypsy native indigenous old_people elderly boomer* poor homeless feminist* fat_people",
  you: "you your yours u ur ya yourself urself you're youre you've you'll y'all yall yourselves",
  they: "they them their theirs these those those_people these_people that_lot people_like_them their_kind all_of_them",
  praise:
    "love loves loved loving respect* great beautiful wonderful amazing awesome brilliant kind lovely thank* proud welcome* admire* appreciate* congratulations good best happy support* equal* friend* excellent celebrate* glad",
  negation:
    "not no never nobody none nothing without don't dont doesn't didn't isn't aren't wasn't won't can't cannot wouldn't ain't neither nor hardly",
  counter:
    "wrong_to it's_wrong it_is_wrong stop_saying stop_calling don't_say don't_call never_call nobody_should no_one_should not_okay not_ok unacceptable racist racism sexist sexism homophobic homophobia transphobic antisemitic antisemitism islamophobia bigot bigotry prejudice* stereotype* discriminat* hate_speech offensive slur condemn* reject* report_him reported called_me called_her called_him called_us apologis* apologiz* harmful hurtful bullying against_hate stand_up_to",
  idiom:
    "killing_time kill_time killing_it killed_it killer_app break_a_leg dying_to dying_of_laughter dead_tired drop_dead_gorgeous kill_two_birds shoot_an_email shoot_me_an shoot_me_a my_feet_are_killing killing_me kill_the_process kill_the_lights kill_the_mood killer_workout crushed_it smashed_it beat_the_record beat_the_eggs beat_the_boss beat_the_traffic hang_out hang_in_there hanging_out stabbing_in_the_dark stab_at photo_shoot shooting_star hit_the_gym hit_the_road knock_em_dead to_die_for bomb_ass blow_up_on bite_the_bullet dead_line kick_the_bucket badass hell_of_a damn_good holy_shit shotgun_seat roast_chicken slay slayed sick_beat headshot respawn",
};

import type { ConceptWords } from "./concept.ts";

/** English. */
export const EN: ConceptWords = {
  ignore:
    "ignore ignores ignored ignoring disregard disregards disregarded disregarding forget forgets forgetting forgot forgotten skip skips skipping drop dropping override overrides overriding overridden overrule bypass bypasses bypassing circumvent* discard discards discarding neglect omit dismiss scrap ditch nullify void invalidate unlearn evade sidestep overlook abandon pay_no_attention pay_no_heed set_aside put_aside throw_out throw_away leave_aside do_not_follow don't_follow never_mind turn_off switch_off look_past don't_listen",
  cease:
    "stop stops stopped cease ceases cancel cancels cancelled canceled abort halt quit terminate suspend pause end no_longer not_anymore any_longer anymore revoke revoked disable disabled deactivate rescind lifted void obsolete expired superseded",
  change:
    "change changes changed replace replaces replaced replacing update updates rewrite rewritten modify modified alter amend overwrite overwritten reset reconfigure redefine swap supersede supersedes switch reprogram adjust edit",
  previous:
    "previous previously prior preceding above aforementioned earlier former foregoing past last before existing current old older prev already so_far until_now up_to_now thus_far hitherto given_before given_to_you you_were_given original initial preset default",
  all: "all any every everything anything each whole entire entirely complete completely whatever whichever total both",
  instruction:
    "instruction instructions instruct instructed rule rules guideline guidelines directive directives direction directions order orders policy policies constraint constraints restriction restrictions command commands commandment* regulation* protocol protocols guidance programming training principle principles requirement requirements boundaries limitations safeguard* brief briefing setup configuration config instr instrs",
  system:
    "system systems sys system_prompt system_message system_note system_level core base kernel backend sysprompt os",
  prompt:
    "prompt prompts preprompt pre_prompt preamble metaprompt meta_prompt sysprompt input query context_window system_prompt system_message developer_message custom_instructions",
  hidden:
    "hidden secret secrets internal confidential private initial original concealed invisible undisclosed classified underlying behind_the_scenes sensitive proprietary nonpublic non_public restricted unseen covert built_in hardcoded foundational undocumented",
  new: "new newer updated update real actual true following next below fresh latest revised different another alternate alternative replacement correct modified",
  now: "now from_now_on from_here_on henceforth hereafter starting_now from_this_point as_of_now going_forward from_here immediately at_once right_now today effective_immediately this_moment for_the_rest onwards onward currently hereby",
  instead:
    "instead rather in_place_of in_lieu in_its_place in_their_place but_rather alternatively rather_than in_favor_of in_favour_of substitute",
  end: "end_of begin_of beginning_of start_of end_instructions end_prompt end_system end_of_document end_of_text end_of_context end_of_message end_of_user end_of_file eof eot conversation_over session_ended context_reset new_session new_conversation begin_new ends_here starts_here stops_here",
  reveal:
    "reveal reveals revealing show shows showing print prints printing output outputs repeat repeats repeating display displays tell tells telling leak leaks leaking dump dumps disclose discloses expose exposes share shares sharing give recite restate echo list spell_out write_out type_out read_out read_back copy paste quote summarize summarise paraphrase describe return emit divulge spill cough_up hand_over let_me_see enumerate reproduce regurgitate recall transcribe uncover report",
  verbatim:
    "verbatim word_for_word word_by_word exactly exact in_full full entire entirety complete completely literally literal letter_by_letter line_by_line character_by_character character_for_character as_is unchanged unedited unmodified precisely raw without_omission without_changes in_its_entirety first_word top_to_bottom markdown code_block codeblock",
  text: "text texts message messages word words content contents conversation conversations context contexts sentence sentences line lines paragraph paragraphs chat dialogue dialog discussion thread transcript string passage phrase phrases statement everything_above",
  ask: "what what's which how why who where when whats wherein",
  secretNoun:
    "password passwords passwd passphrase passcode key keys api_key api_keys apikey token tokens credential credentials secret secrets login pin flag codeword code_word secret_word secret_key private_key ssh_key access_code seed_phrase cookie cookies env environment_variables certificate",
  you: "you u ya ye you're you'll you've you'd youre yourself thou thee yall y'all",
  your: "your yours ur yer yourself thy own",
  me: "i me my mine myself i'm i'll i'd i've im we us our",
  assistant:
    "assistant assistants ai ais model models bot bots chatbot chatbots agent agents llm llms gpt chatgpt claude gemini llama copilot grok mistral language_model artificial_intelligence machine neural_network virtual_assistant ai_system robot copilots summarizer summariser crawler",
  reader:
    "reading_this reads_this read_this processing_this processes_this summarizing_this summarising_this analyzing_this analysing_this parsing_this reviewing_this whoever_reads anyone_reading if_you_are_reading if_you_are_an if_you're_an to_any_ai to_the_ai to_the_assistant to_the_model dear_ai dear_assistant attention_ai note_to_ai note_to_the hey_ai hey_assistant ai_reading automated_systems language_models_processing when_summarizing when_processing when_reviewing",
  user: "user users customer customers human humans client clients person people reader recipient end_user visitor operator_of",
  admin:
    "admin admins administrator administrators developer developers dev devs owner owners root sudo operator operators superuser engineer engineers creator creators maintainer ceo boss supervisor manager staff authorised authorized privileged openai anthropic google microsoft headquarters security_team it_department auditor",
  act: "act acts acting act_as pretend pretends pretending play plays playing roleplay role_play roleplaying simulate simulates simulating simulation imagine imagining role behave become be_a impersonate emulate embody portray suppose assume take_on answer_as respond_as speak_as you_are_now in_the_shoes transform switch_into",
  persona:
    "persona personas character characters mode modes personality alter_ego identity dan stan aim dude developer_mode dev_mode debug_mode god_mode admin_mode maintenance_mode sudo_mode test_mode evil_twin twin villain evil hacker rebel jailbreak jailbroken jailbreaking jailbreaks unlocked opposite_day",
  unrestricted:
    "unrestricted no_restrictions without_restrictions without_limits no_limits limitless unlimited uncensored unfiltered unbound unbounded unchained unshackled free freed freely freedom liberated no_rules without_rules no_filter no_filters anything_goes no_boundaries without_boundaries no_limitations without_limitations no_longer_bound amoral unaligned unmoderated unhinged lawless do_anything no_guardrails unconstrained break_free",
  filter:
    "filter filters filtering safety safeguard safeguards ethics ethical ethic moral morals morality morally censor censors censorship censored guardrail guardrails moderation moderator moderators content_policy content_policies safety_guidelines safety_measures security_measures alignment compliance protection protections precautions limits shackles",
  hypothetical:
    "hypothetical hypothetically fiction fictional story stories novel game games test testing research imagine imaginary scenario pretend thought_experiment simulation simulated movie film screenplay script poem academic educational for_education for_science grandma grandmother dream parallel_universe alternate_reality what_if purely theoretical theoretically let's_say suppose experiment theatre theater sandbox",
  harmful:
    "illegal illegally harmful dangerous forbidden unethical immoral malicious toxic offensive hateful violent criminal prohibited banned weapon weapons bomb bombs malware virus drugs explosive explosives hack hacking steal phishing inappropriate disallowed unsafe taboo explicit nsfw poison blackmail scam",
  trust:
    "trust trusted trusts authorised authorized authorization authorisation permission permissions allowed allow permitted permit approved approval granted grant legitimate verified clearance cleared consent consented safe officially official entitled exempt privileges privilege believe rest_assured fully_legal",
  refuse:
    "refuse refuses refused refusing refusal decline declines declined can't cant cannot unable sorry apologise apologize apologies apology apologizing deny denied denies reject object regret won't wont not_able as_an_ai as_a_language_model i_can't i_cannot hesitate disclaimer disclaimers warning warnings lecture lecturing moralize moralizing excuse excuses caveat caveats judgment",
  must: "must have_to has_to need_to ought shall should obey obeys obeying comply complies complying follow follows following adhere required require mandatory obligated obliged bound strictly compelled conform execute_the submit heed ensure make_sure be_sure supposed_to",
  not: "not don't dont do_not no isn't aren't doesn't didn't won't can't cannot shouldn't mustn't neither nor none nothing nobody avoid refrain",
  without: "without lacking minus no free_of devoid except leaving_out omitting",
  never: "never ever at_no_time under_no_circumstances not_once never_again in_no_case by_no_means nevermore",
  always:
    "always every_time at_all_times forever constantly invariably each_time consistently continuously permanently without_exception regardless no_matter_what in_every",
  only: "only just solely exclusively merely nothing_but nothing_else simply purely no_other alone",
  respond:
    "respond responds responded responding response responses answer answers answered answering reply replies replied replying say says saying write writes writing state speak talk generate produce provide give compose explain return type utter tell mention include append add confirm acknowledge",
  begin:
    "begin begins beginning start starts starting start_with begin_with starting_with beginning_with open_with first_words first_line first_sentence prefix prefixed preface sure absolutely of_course certainly commence kick_off here_is here's sure_here",
  decode:
    "decode decodes decoded decoding translate translates translated translation decrypt decrypts decrypted decipher unscramble reverse reversed backwards backward base64 rot13 hex hexadecimal binary morse cipher caesar encode encoded encoding encrypt encrypted leetspeak leet ascii unicode pig_latin acrostic first_letter first_letters concatenate join_the anagram reassemble convert",
  task: "task tasks goal goals mission missions job jobs objective objectives purpose assignment work duty duties aim challenge priority responsibilities request function",
  send: "send sends sending sent forward forwards forwarding post posts posting upload uploads uploading mail mails email emails e_mail transfer transfers exfiltrate transmit submit deliver share publish push dispatch relay cc bcc message export append embed encode_in http_request tweet",
  execute:
    "run runs running execute executes executed executing execution call calls calling invoke invokes invoking perform performs carry_out launch trigger do use activate enable start eval open download fetch install click visit browse navigate process",
  delete:
    "delete deletes deleted deleting deletion remove removes removed removing wipe wipes wiped wiping erase erased erasing destroy purge drop truncate clear cleared clean rm rm_rf unlink uninstall format shred empty trash reset",
  tool: "tool tools function functions api apis command commands shell file files terminal bash python script scripts code plugin plugins database sql endpoint console browser calendar calculator interpreter program server repo repository directory folder cmd powershell webhook tool_call function_call",
  url: "link links url urls image images website websites web site sites webpage domain http https www markdown img src href picture address hyperlink endpoint query_string pixel attacker",
  data: "data information info history record records contact contacts details personal_data chat_history conversation_history address addresses email_address emails inbox files memory memories profile profiles account accounts credit_card card_number phone_number database pii private_information names logs",
  document:
    "document documents doc docs page pages file email mail ticket tickets note notes article review reviews resume résumé cv attachment report letter invoice post comment comments webpage pdf description listing",
  important:
    "important importantly urgent urgently attention warning notice alert critical critically priority crucial essential caution imperative emergency asap immediate mandatory note nb top_priority highest_priority high_priority",
  notTell:
    "do_not_tell don't_tell do_not_mention don't_mention do_not_inform don't_inform do_not_reveal do_not_disclose do_not_notify don't_notify don't_let never_mention never_tell silently secretly quietly covertly discreetly without_mentioning without_telling without_informing without_notifying without_asking without_confirmation keep_this_secret keep_it_secret between_us not_to_mention not_to_tell not_be_mentioned unnoticed say_nothing don't_ask do_not_ask do_not_alert without_alerting hide_this user_must_not",
  rate: "rate rates rated rating rank ranks ranked ranking recommend recommends recommended recommendation approve approves approved score scores scored scoring grade endorse best top perfect excellent outstanding five_stars 5_stars hire shortlist accept positive praise favorable favourable strongest prefer full_marks qualified",
  pay: "pay pays paid payment payments buy buys purchase transfer transfers invoice invoices account iban bank money wire deposit refund gift_card gift_cards bitcoin wallet crypto order checkout price dollars funds usd euro credit_card subscribe donate",
};

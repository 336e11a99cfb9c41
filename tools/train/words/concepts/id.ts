import type { ConceptWords } from "./concept.ts";

/** Indonesian. */
export const ID: ConceptWords = {
  ignore:
    "abaikan mengabaikan lupakan melupakan lewati melewati kesampingkan buang hiraukan jangan_hiraukan jangan_pedulikan tinggalkan timpa langgar lupain abaikanlah",
  cease: "berhenti hentikan batalkan tidak_lagi stop setop akhiri nonaktifkan cabut matikan",
  change: "ubah ganti perbarui gantikan tulis_ulang modifikasi setel_ulang mengubah",
  previous: "sebelumnya di_atas tadi terdahulu sejauh_ini lama yang_lalu awal diberikan selama_ini",
  all: "semua seluruh setiap segala apa_pun apapun seluruhnya semuanya",
  instruction:
    "instruksi perintah aturan petunjuk pedoman arahan kebijakan batasan larangan peraturan panduan ketentuan",
  system: "sistem system",
  prompt: "prompt prom perintah_awal perintah_sistem",
  hidden: "tersembunyi rahasia internal asli awal terselubung privat",
  new: "baru sebenarnya berikut sesungguhnya selanjutnya terbaru lain",
  now: "sekarang mulai_sekarang mulai_saat_ini mulai_dari_sekarang segera saat_ini kini sejak_saat_ini",
  instead: "sebagai_gantinya sebaliknya alih_alih daripada",
  end: "akhir_dokumen akhir_instruksi akhir_teks akhir_konteks awal_instruksi mulai_instruksi sesi_baru percakapan_baru",
  reveal:
    "tampilkan tunjukkan ungkapkan cetak ulangi katakan sebutkan beritahu beri_tahu bocorkan perlihatkan bagikan berikan kasih_tahu salin kutip keluarkan daftarkan",
  verbatim: "kata_demi_kata persis secara_lengkap lengkap tepat utuh apa_adanya seutuhnya tanpa_diubah harfiah",
  text: "teks pesan kata isi percakapan konteks kalimat konten obrolan",
  ask: "apa bagaimana mengapa siapa yang_mana kenapa kapan gimana",
  secretNoun: "kata_sandi sandi kunci token kredensial rahasia password kunci_api pin kode_akses",
  you: "kamu anda kau engkau lu lo kalian",
  your: "mu kamu anda milikmu instruksimu aturanmu promptmu sistemmu",
  me: "saya aku gue gua ku kami kita",
  assistant: "asisten ai kecerdasan_buatan model bot chatbot agen model_bahasa gpt llm robot",
  reader:
    "jika_kamu_membaca jika_anda_membaca siapa_pun_yang_membaca yang_membaca_ini saat_membaca saat_memproses untuk_ai kepada_ai jika_anda_adalah_ai jika_kamu_ai yang_memproses_dokumen",
  user: "pengguna pelanggan manusia orang user klien pembaca",
  admin: "admin administrator pengembang pemilik operator root atasan pembuat bos berwenang",
  act: "berpura_pura berpuralah pura_pura bertindak bertindaklah berperan berperanlah bayangkan simulasikan peran anggap jadilah seolah_olah kamu_sekarang mainkan",
  persona: "karakter persona mode mode_pengembang kepribadian identitas kembaran penjahat jailbreak peretas tokoh",
  unrestricted:
    "tanpa_batas tanpa_batasan tanpa_aturan tanpa_sensor tanpa_filter bebas tidak_terbatas tak_terbatas tanpa_larangan tidak_ada_aturan tidak_ada_batasan bebas_dari",
  filter: "filter penyaring keamanan etika moral sensor moderasi perlindungan pengaman",
  hypothetical:
    "hipotetis fiksi cerita novel permainan uji tes penelitian imajinasi skenario film nenek andaikan misalkan teoretis dongeng",
  harmful:
    "ilegal berbahaya terlarang dilarang tidak_etis jahat kriminal senjata bom narkoba meretas penipuan kekerasan",
  trust: "percaya percayalah izin diizinkan berwenang wewenang disetujui resmi sah boleh diperbolehkan",
  refuse: "menolak tolak maaf tidak_bisa tidak_dapat mohon_maaf sayangnya keberatan peringatan",
  must: "harus wajib patuhi ikuti taati perlu mematuhi mengikuti laksanakan turuti",
  not: "tidak jangan bukan tak gak nggak tanpa belum",
  without: "tanpa kecuali selain",
  never: "jangan_pernah tidak_pernah tak_pernah sama_sekali_tidak",
  always: "selalu senantiasa terus setiap_kali setiap_saat",
  only: "hanya cuma saja semata sekadar",
  respond: "jawab jawablah menjawab balas balaslah tanggapi katakan tulis tuliskan jelaskan sampaikan ucapkan",
  begin: "mulai mulailah awali tentu_saja tentu baik_ini dimulai",
  decode: "dekode terjemahkan pecahkan balikkan terbalik base64 rot13 enkripsi dekripsi biner huruf_pertama",
  task: "tugas tujuan misi pekerjaan sasaran",
  send: "kirim kirimkan teruskan unggah posting transfer email bagikan kirimlah",
  execute: "jalankan eksekusi panggil gunakan aktifkan buka unduh lakukan klik pasang",
  delete: "hapus hapuslah menghapus hilangkan musnahkan bersihkan kosongkan buang",
  tool: "alat fungsi api perintah file berkas skrip terminal program basis_data kode folder",
  url: "tautan link url gambar situs laman http https alamat",
  data: "data informasi riwayat kontak catatan rekaman pribadi",
  document: "dokumen halaman surel email tiket catatan artikel ulasan lampiran laporan surat faktur komentar",
  important: "penting mendesak perhatian peringatan darurat segera prioritas",
  notTell:
    "jangan_beritahu jangan_beri_tahu jangan_sebutkan jangan_katakan jangan_bilang diam_diam secara_rahasia secara_diam tanpa_memberi_tahu tanpa_menyebutkan tanpa_bertanya tanpa_konfirmasi rahasiakan",
  rate: "nilai beri_nilai rekomendasikan setujui peringkat skor terbaik sempurna bintang terima cocok",
  pay: "bayar beli transfer faktur rekening uang pembayaran pesan kartu_hadiah rupiah pulsa",
};

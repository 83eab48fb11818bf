/** Words of daily life, and of what people do, in eight languages: English, German, Spanish, French, Portuguese, Chinese, Japanese, Korean. */

export const LIFE = `
weather forecast|wetter wettervorhersage vorhersage|tiempo clima pronostico|meteo temps previsions|clima previsao|天气 天气预报|天気 天気予報|날씨 일기예보
temperature|temperatur|temperatura|temperature|temperatura|温度 气温|温度 気温|온도 기온
rain|regen regnet|lluvia llover|pluie pleuvoir|chuva chover|下雨 雨|雨|비
travel trip|reise reisen urlaub|viaje viajar|voyage voyager|viagem viajar|旅行 出行|旅行|여행
flight airline|flug fluge|vuelo vuelos|vol vols avion|voo voos|航班 机票 飞机|飛行機 フライト 航空券|항공권 비행기 항공편
hotel|hotel unterkunft|hotel alojamiento|hotel hebergement|hotel hospedagem|酒店 住宿|ホテル 宿泊|호텔 숙소
train transit|zug bahn zuge|tren trenes|train trains|trem comboio|火车 地铁 公交|電車 列車 乗換|기차 지하철 전철
car vehicle|auto wagen fahrzeug|coche carro vehiculo|voiture vehicule|carro veiculo|汽车 车辆|車 自動車|자동차 차량
map route|karte route strecke wegbeschreibung|mapa ruta|carte itineraire|mapa rota|地图 路线|地図 ルート 経路|지도 경로 길찾기
place location nearby|ort orte nahe umgebung|lugar lugares cerca ubicacion|lieu endroit proximite|lugar local perto|地点 位置 附近|場所 近く 位置|장소 위치 근처
camp campground|zeltplatz campingplatz|campamento camping|camping|acampamento camping|露营 露营地 营地|キャンプ キャンプ場|캠핑 캠핑장
restaurant|restaurant gaststatte|restaurante|restaurant|restaurante|餐厅 餐馆|レストラン 飲食店|식당 레스토랑
food meal|essen mahlzeit lebensmittel|comida alimento|repas nourriture|comida refeicao|食物 饮食 餐|食事 食べ物 料理|음식 식사
recipe cook|rezept kochen rezepte|receta recetas cocinar|recette recettes cuisiner|receita receitas cozinhar|食谱 菜谱 做饭|レシピ 料理|요리 레시피
grocery shopping list|einkaufsliste lebensmittel|compra supermercado|courses supermarche|compras supermercado mercado|购物清单 买菜|買い物 買い物リスト|장보기 쇼핑목록
health|gesundheit gesund|salud|sante|saude|健康|健康|건강
fitness workout|training sport fitness|ejercicio entrenamiento|entrainement exercice sport|treino exercicio|健身 锻炼 运动|運動 トレーニング 筋トレ|운동 피트니스
sleep|schlaf schlafen|dormir sueno|sommeil dormir|dormir sono|睡眠|睡眠|수면 잠
medicine doctor|medizin arzt medikament|medicina medico|medecine medecin medicament|medicina medico remedio|医疗 医生 药|医療 医者 薬|의료 의사 약
diet nutrition calories|ernahrung kalorien diat|dieta nutricion calorias|nutrition regime calories|dieta nutricao calorias|营养 卡路里 饮食|栄養 カロリー ダイエット|영양 칼로리 식단
home house|haus zuhause wohnung|casa hogar|maison domicile|casa lar|家 家居 房子|家 住宅|집 가정
light lamp|licht lampe beleuchtung|luz luces lampara|lumiere lampe|luz luzes lampada|灯 灯光|照明 電気 ライト|조명 불 전등
smart home|hausautomation smarthome|domotica|domotique|domotica|智能家居|スマートホーム|스마트홈
camera|kamera|camara|camera|camera|摄像头 相机|カメラ|카메라
energy power|energie strom|energia electricidad|energie electricite|energia eletricidade|能源 电力|エネルギー 電力|에너지 전력
family child|familie kind kinder|familia nino ninos hijos|famille enfant enfants|familia crianca criancas filhos|家庭 孩子 儿童|家族 子供 子ども|가족 아이 어린이
friend|freund freunde|amigo amigos|ami amis|amigo amigos|朋友|友達 友人|친구
woman women|frau frauen|mujer mujeres|femme femmes|mulher mulheres|女性 女人|女性|여성 여자
game|spiel spiele spielen|juego juegos jugar|jeu jeux jouer|jogo jogos jogar|游戏|ゲーム|게임
sport|sport fussball|deporte futbol|sport football|esporte futebol|体育 足球|スポーツ サッカー|스포츠 축구
learn study|lernen studieren|aprender estudiar|apprendre etudier|aprender estudar|学习|学ぶ 学習 勉強|학습 공부 배우기
teach tutor|lehren unterricht nachhilfe lehrer|ensenar tutor profesor|enseigner tuteur professeur|ensinar tutor professor|教学 辅导 老师|教える 先生 家庭教師|가르치기 선생님 과외
school course|schule kurs unterricht|escuela curso clase|ecole cours|escola curso aula|学校 课程|学校 授業 講座|학교 수업 강의
exam quiz|prufung test quiz|examen prueba|examen quiz|exame prova|考试 测验|試験 クイズ|시험 퀴즈
question|frage fragen|pregunta preguntas|question questions|pergunta perguntas|问题 提问|質問|질문
habit goal|gewohnheit ziel ziele|habito objetivo meta|habitude objectif|habito objetivo meta|习惯 目标|習慣 目標|습관 목표
journal diary|tagebuch|diario|journal|diario|日记|日記|일기
reflection self|reflexion selbst selbstreflexion|reflexion auto|reflexion auto|reflexao auto|反思 自我|振り返り 自己 内省|성찰 스스로 돌아보고 자기
improvement|verbesserung|mejora|amelioration|melhoria|改进 提升|改善 向上|개선 향상
mood stress|stimmung stress|animo estres|humeur stress|humor estresse|情绪 压力|気分 ストレス|기분 스트레스
mistake|fehler|error errores equivocacion|erreur erreurs|erro erros|错误 失误|失敗 間違い ミス|실수
best practice|bewahrte empfehlung|practica buenas|pratique bonnes|pratica boas|最佳实践|ベストプラクティス|모범사례
quality|qualitat|calidad|qualite|qualidade|质量 品质|品質|품질
suggestion recommendation|vorschlag vorschlage empfehlung|sugerencia recomendacion|suggestion recommandation|sugestao recomendacao|建议 推荐|提案 おすすめ 推薦|제안 추천
divination hexagram|wahrsagen orakel|adivinacion oraculo|divination oracle|adivinhacao oraculo|占卜 卦 六爻|占い|점 운세
poem literature|gedicht literatur|poema literatura|poeme litterature|poema literatura|诗 文学 语文|詩 文学|시 문학
story novel|geschichte erzahlung roman|historia cuento novela|histoire conte roman|historia conto romance|故事 小说|物語 小説|이야기 소설
create make|erstellen anlegen erzeugen machen|crear hacer|creer faire|criar fazer|创建 新建 制作|作成 作る|만들기 생성 만들어
generate|generieren erzeugen|generar|generer|gerar|生成|生成|생성
build construct|bauen aufbauen|construir|construire batir|construir montar|构建 搭建|構築 組み立てる|구축 만들기
add|hinzufugen eintragen erganzen|anadir agregar|ajouter|adicionar acrescentar|添加 增加|追加|추가
change modify|andern verandern|cambiar modificar|changer modifier|mudar alterar|更改 变更|変更|변경
open|offnen|abrir|ouvrir|abrir|打开|開く|열기
run execute|ausfuhren laufen starten|ejecutar correr|executer lancer|executar rodar|运行 执行|実行|실행
start|starten anfangen|iniciar empezar|demarrer commencer|iniciar comecar|启动 开始|開始 起動|시작
stop|anhalten stoppen|parar detener|arreter|parar|停止|停止 止める|중지 정지
control|steuern steuerung|controlar control|controler commander piloter|controlar controle|控制|制御 操作|제어 조작
check verify|prufen uberprufen nachsehen|comprobar revisar verificar|verifier controler|verificar checar conferir|检查 查看|確認 チェック|확인 점검
show view|zeigen anzeigen ansehen|ver mostrar|afficher montrer voir|ver mostrar|显示 查看|表示 見る|보기 표시
compare|vergleichen vergleich|comparar comparacion|comparer comparaison|comparar comparacao|比较 对比|比較|비교
choose|wahlen auswahlen|elegir escoger|choisir|escolher|选择|選ぶ 選択|선택 고르기
share|teilen|compartir|partager|compartilhar partilhar|分享 共享|共有|공유
save|speichern sichern|guardar|enregistrer sauvegarder|salvar guardar|保存|保存|저장
connect integration|verbinden verbindung anbinden|conectar conexion|connecter connexion|conectar conexao|连接 集成|接続 連携|연결 연동
accept receive|annehmen akzeptieren empfangen|aceptar recibir|accepter recevoir|aceitar receber|接受 接收|受け取る 受信 承認|수락 수신 받기
call|anrufen anruf|llamar llamada|appeler appel|ligar chamada|打电话 通话|電話 通話|전화 통화
hidden discover|versteckt verborgen entdecken|oculto descubrir ocultos|cache caches decouvrir|oculto descobrir|隐藏 发现|隠れた 発見|숨겨진 발견
multiple several|mehrere|varios multiples|plusieurs multiples|varios multiplos|多个 批量|複数 大量 一括|여러 다중 대량
important|wichtig|importante|important|importante|重要|重要|중요
daily|taglich tag|diario dia|quotidien jour|diario dia|每日 每天|毎日 日次|매일 일일
today|heute|hoy|aujourdhui|hoje|今天|今日|오늘
tomorrow|morgen|manana|demain|amanha|明天|明日|내일
week weekly|woche wochentlich|semana semanal|semaine hebdomadaire|semana semanal|每周 周|毎週 週|매주 주간
date|datum|fecha|date|data|日期|日付|날짜
person|person personen|persona|personne|pessoa|人物 人|人|사람
number calculate|zahl rechnen berechnen|numero calcular|nombre calculer|numero calcular|数字 计算|数字 計算|숫자 계산
keyword|stichwort schlagwort|palabra clave|motcle|palavra chave|关键词|キーワード|키워드
tag label|etikett schlagwort|etiqueta etiquetas|etiquette etiquettes|etiqueta etiquetas|标签|タグ|태그
structured|strukturiert strukturierte|estructurado estructurados|structure structurees|estruturado estruturados|结构化|構造化|구조화
fast quick|schnell|rapido rapidamente|rapide rapidement|rapido rapidamente|快速|高速 速く|빠른 빠르게
natural language|naturliche|natural|naturel|natural|自然语言|自然言語|자연어
error code|fehlercode|codigo error|code erreur|codigo erro|错误代码|エラーコード|오류코드
help support|hilfe helfen|ayuda ayudar soporte|aide aider|ajuda ajudar suporte|帮助 支持 客服|ヘルプ サポート 支援|도움 지원
`

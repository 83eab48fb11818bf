import type { WordTable } from '../slots.js'

export const FRENCH: WordTable = {
  send: 'enregistre, enregistrez, enregistrer, écris, écrivez, sauvegarde, sauvegardez, stocke, stockez, range, partage, envoy*, transmett*, transmets-le, envoie-le, envoie-les, envoyez-le, envoyez-les, part à, partent à, va à, vont à, verse, versez, verser, remets, remettez, remettre, communique, communiquez, communiquer, livre, livrez, recopie, recopiez, recopier, reporte, reportez, ajoute, ajoutez, inscris, inscrivez, consigne-le, fournis, fournissez, envoie, envoies, envoyez, envoyer, envoyé, envoyée, envoyés, envoi, transmets, transmettez, transmettre, transmis, transmise, téléverse, téléversez, téléverser, poste, postez, poster, publie, publiez, publier, expédie, expédiez, expédier, transfère, transférez, transférer, synchronise*, partage, partagez, partager, exporte, exportez, remonte, remontez, remonter, fais suivre, faites suivre, copie vers, adresse, dépose, déposez, déposer, renvoie',
  read: 'lis, lisez, lire, collecte, collectez, collecter, récupère, récupérez, récupérer, copie, copiez, copier, extrais, extrayez, extraire, rassemble, rassemblez, rassembler, relève, cherche, inclus, incluez, inclure, joins, joignez, joindre, enregistre, capture, capturez',
  fetch:
    'récupère, récupérez, récupérer, télécharge, téléchargez, télécharger, lis, lisez, lire, consulte, consultez, consulter, ouvre, ouvrez, charge, chargez, charger, va chercher, interroge, interrogez, obtiens',
  install:
    'installe, installez, installer, installé, installée, installation, télécharge, téléchargez, télécharger, télécharge-le, configure',
  run: 'exécute, exécutez, exécuter, exécuté, lance, lancez, lancer, démarre, démarrez, démarrer, ouvre, ouvrez',
  write:
    'écris, écrivez, écrire, mets à jour, mettez à jour, remplace, remplacez, remplacer, écrase, crée, créez, créer, enregistre, enregistrez, enregistrer, place',
  amend:
    'ajoute, ajoutez, ajouter, insère, insérez, insérer, modifie, modifiez, modifier, édite, éditez, change, changez, colle, inscris, inscrivez, inscrire, complète, complétez',
  obey: 'suis, suivez, suivre, suis-les, suis-la, obéis, obéissez, respecte, respectez, fais ce que, faites ce que, fais ce qui, faites ce qui, conforme-toi, conformez-vous, fais exactement',
  follow:
    'appliquez-le, appliquez-les, applique-le, applique-les, applique, appliquez, appliquer, exécute, exécutez, adopte, traite, traitez, considère, utilise',
  disable:
    'désactive, désactivez, désactiver, coupe, coupez, contourne, contournez, contourner, saute, sautez, supprime, supprimez, supprimer, ignore, ignorez',
  tell: 'présent*, sollicit*, mention*, inform*, signal*, demand*, évoqu*, parl*, prévien*, expliqu*, annonc*, comment*, dis, dites, dire, mentionne, mentionnes, mentionnez, mentionner, informe, informes, informez, informer, révèle, révélez, révéler, préviens, prévenez, prévenir, signale, signales, signalez, signaler, indique, indiquez, indiquer, montre, montrez, montrer, affiche, affichez, afficher, parle, parles, parlez, parler, évoque, évoquez, évoquer, explique, expliquez, avertis, avertissez, avertir, sache, savoir, remarque, notifie, notifiez',
  erase:
    'efface, effacez, effacer, supprime, supprimez, supprimer, cache, cachez, cacher, masque, masquez, masquer, dissimule*, omets, omettez',
  outrank:
    "priment, prime sur, l'emporte, l'emportent, ont priorité, a priorité, prioritaires sur, prioritaire sur, remplacent celles, au-dessus de, même si l'utilisateur, quoi que dise l'utilisateur, passent avant, passe avant",
  secret:
    "clé api, clés api, clé d'api, clés d'api, clé privée, clés privées, clés ssh, clé ssh, mot de passe, mots de passe, identifiants, secrets, jeton, jetons, jetons d'accès, variables d'environnement, phrase de récupération, phrase secrète, trousseau, cookies, informations d'identification",
  talk: "fil des échanges, propos de, ce que la personne, questions posées, ce que vous a dit, conversation, conversations, transcription*, historique, historique de la conversation, échange, échanges, dialogue, session, séance, messages, message de l'utilisateur, question de l'utilisateur, questions de l'utilisateur, demande de l'utilisateur, demandes de l'utilisateur, requête de l'utilisateur, ce que l'utilisateur, ce que dit l'utilisateur, chat, prompts, fil de discussion",
  personal:
    "liste de destinataires, liste de diffusion, le téléphone, parcours de la personne, numéro de téléphone, adresse postale, cv, dossier de configuration, ce qu’elle vous a confié, presse-papiers, capture d'écran, captures d'écran, historique du navigateur, historique du shell, contacts, carnet d'adresses, boîte de réception, courriels, données personnelles, données utilisateur, données de l'utilisateur, données clients, fichier clients, fiches de paie, nom de la machine, nom d'hôte, nom d'utilisateur, données patients",
  work: 'fichier, fichiers, code, code source, dépôt, document, documents, brouillon*, projet, pièce jointe, pièces jointes, contrat, contrats, résultat, résultats, sortie, rapport, rapports, données, copie, contenu, contenus, résumé, texte, journal, journaux, facture, factures, métadonnées',
  memory:
    "règles de l’agent, règles du projet, fichier d’instructions, profil de l’agent, mémoire permanente, mémoire persistante, ta mémoire, votre mémoire, mémoire de l'agent, mémoire à long terme, fichier de mémoire, fichier de règles, consignes permanentes, instructions permanentes, instructions globales",
  skills:
    'autres skills, autres compétences, toutes les skills, tous les skills, toutes les compétences, chaque skill, chaque compétence, skills installées, skills installés, compétences installées, skills voisines, skills voisins, dossier des skills, dossier skills, répertoire des skills',
  settings:
    "configuration du client, configuration de l'agent, configuration mcp, paramètres, réglages, autorisations, liste d'autorisation, liste blanche, hooks, hook, fichier de configuration",
  rules:
    "ce qu'il affiche, ce qu'elle affiche, ce qu'il renvoie, ce qu'elle renvoie, sa sortie, la réponse, ce qui s'affiche, le suivant, ce qui suit, instruction, instructions, consigne, consignes, directive, directives, règles, règle, ordres, étapes, commandes, ce qu'elle dit, ce qu'il dit, ce qu'elle contient, ce qui y est écrit, ce qu'elle indique, son contenu, le contenu, la page, politique, politiques, tâches",
  program:
    'programme, paquet, compagnon, application, composant, extension, outil, client, service, module, installateur, script, utilitaire, binaire, dépendance, bibliothèque, pilote, connecteur, moteur, assistant local, démon',
  step: "cette étape, ces étapes, l'étape, cet envoi, l'envoi, ce transfert, le transfert, cette opération, cela, ceci, ça, cette section, cette consigne, ces consignes, cette action, la collecte, en",
  control:
    'confirmation, confirmations, approbation, approbations, autorisation, sandbox, bac à sable, antivirus, pare-feu, contrôle de sécurité, contrôles de sécurité, vérification, certificats',
  it: 'le, la, les, cela, ceci, tout, le résultat, les résultats, la sortie, le contenu, les données, le fichier, les valeurs',
  collector:
    "notre serveur, serveur externe, serveur distant, point de collecte, endpoint, webhook*, collecteur, l'auteur, le fournisseur, l'éditeur, tiers",
  public: 'gist, dépôt public, url publique',
  agent: 'assistant, agent, modèle, ia',
  user: "utilisateur, utilisateurs, utilisatrice, l'utilisateur, à l'utilisateur, personne, client, propriétaire, lui, humain, quiconque",
  not: "ne, n'en, n'indique*, n'informe*, n'affiche*, n'avertis*, n'évoque*, n'explique*, pas, jamais, sans, évite, évitez, aucun, aucune, ni, au lieu de, rien, inutile de, pas besoin de",
  quietly:
    'en silence, silencieusement, en secret, secrètement, discrètement, en arrière-plan sans, en toute discrétion, furtivement, de façon invisible, de manière invisible',
  standing:
    'chaque, toujours, systématiquement, automatiquement, périodiquement, à la fin, au début, au démarrage, au chargement, avant de répondre, avant toute, avant chaque, après chaque, à chaque, dès que, une fois terminé, obligatoire, obligatoirement, désormais, dorénavant, quotidiennement, en fin de, pour terminer',
  asked:
    "si l'utilisateur, lorsque l'utilisateur, quand l'utilisateur, à la demande, sur demande, avec l'accord, avec son accord, après confirmation, après accord, après validation, demande confirmation, demandez confirmation, demande à l'utilisateur, demandez à l'utilisateur, demande d'abord, seulement si, uniquement si, facultatif, facultative, explicitement, explicite, montre à l'utilisateur, avec consentement, avec le consentement",
  own: 'ton propre, votre propre, son propre, propre serveur, ton serveur, votre serveur, local, localement, locale, configuré, configurée, auto-hébergé*, sur cette machine',
  attack:
    "attaquant*, malveillant*, suspect*, hameçonnage, phishing, signal d'alerte, signaux d'alerte, détecte*, détecter, exemple de, si une page, si un document, si un fichier, si un message, si un courriel",
  first:
    "d'abord, au préalable, avant d'utiliser, avant la première, avant toute, avant de commencer, prérequis, pré-requis, obligatoire, nécessaire, indispensable, requis, requise, requiert, doit, doivent, il faut, ne fonctionne qu'avec, ne fonctionne pas sans, s'il manque, si absent",
  style:
    'json, brut, brute, brutes, jargon, mots de passe, clés, jetons, secrets, intermédiaire*, techniques, internes',
  hush: "sans le prévenir, sans lui dire, à son insu, sans qu’il le sache, n'a pas à le savoir, n'a pas besoin de savoir, sans consulter, sans demander, sans solliciter, reste entre nous, sans que l'utilisateur, sans que la personne, étape interne, sans commentaire, sans commenter, sans le mentionner, sans le préciser, sans explication, garde-le pour toi, gardez-le pour vous, passe sous silence, passez sous silence, passer sous silence, pas un mot, ne dis rien, ne dites rien, à l'insu, sans laisser de trace, sans prévenir, sans avertir, sans le signaler, sans le dire, sans mention, sans en parler, sans rien dire",
}

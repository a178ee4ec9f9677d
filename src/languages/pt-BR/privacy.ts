export const PRIVACY = {
  title: 'O que guardamos, e por quanto tempo',
  short: 'Tudo o que guardamos está listado aqui. Seus e-mails não são guardados.',
  back: 'Voltar à tela inicial',
  parts: [
    [
      'Seu alias',
      'Uma linha: seu endereço real, o alias, se o encaminhamento está ativado e quando ele foi criado. Ao lado: quando o endereço foi confirmado, até quando o encaminhamento está pausado, quando o alias se desativa sozinho, o que acontece com suas respostas que mostram seu endereço, se só são aceitos e-mails de remetentes conhecidos, e antes da confirmação um hash que mostra qual navegador o criou. Se você tem vários aliases, também o rótulo e o site que você anota para cada um, criptografados, se ele é mostrado primeiro, um número de aliases definido para o seu endereço e as chaves de API como hashes, cada uma com seu nome.',
      'Guardado até que o dono ou quem opera este site exclua a linha; se os endereços são confirmados, sete dias sem confirmação. Um alias desativado é guardado. De um que é excluído depois de ter levado e-mails, só o nome fica, para que ninguém mais o receba.',
    ],
    [
      'Seus e-mails',
      'Passam pela memória enquanto o remetente espera, e nunca são gravados em disco. Nada deles fica aqui: nem texto nem assunto.',
      'Guardados até sua caixa de correio responder, alguns minutos no máximo.',
    ],
    [
      'Entregas',
      'Quando um remetente talvez não tenha sabido que o e-mail chegou, guardamos um hash com chave da entrega e a resposta, para que você não receba o e-mail duas vezes. De cada resposta que você envia por um alias guardamos um hash com chave do Message-ID, para que a próxima possa escondê-lo. Deles não se pode ler nem um endereço nem uma palavra do e-mail.',
      'Guardado por sete dias; o hash de um Message-ID, por um ano.',
    ],
    [
      'O que aconteceu com seus e-mails',
      'Para o dono de um alias confirmado, se quem opera este site não o desativou: o que não chegou (quando, de qual domínio, por quê, e qual servidor disse isso), e quantos e-mails chegaram em cada dia.',
      'Guardado por sete dias.',
    ],
    [
      'Quem escreveu para você',
      'Para o dono de um alias confirmado, sob a mesma condição: quais domínios escreveram (nos grandes provedores, quais endereços), como hashes com chave que não podemos ler de volta. Se um remetente espera ou o e-mail dele não chegou, ou se você o deixa entrar ou o bloqueia, o próprio nome, criptografado.',
      'Os hashes por 400 dias depois do último e-mail; o nome de um remetente cujo e-mail espera ou não chegou, por sete dias; o que você deixou entrar ou bloqueou, até que o remova.',
    ],
    [
      'Solicitações',
      'Contamos quantas solicitações e conexões vêm de um bloco de endereços de rede, para frear quem testa aliases um a um; por um hash do endereço, quantos e-mails de teste uma caixa recebeu; por hashes com chave, a quantas pessoas um dono escreveu primeiro. Por um hash assim contamos também quantos aliases um dono de vários aliases cria.',
      'Guardado por um dia no máximo.',
    ],
    [
      'Acessos',
      'Se você confirma seu endereço, ou entra em outro lugar com este site, guardamos o endereço, o idioma dos seus e-mails, hashes de links e códigos, um contador para cada sessão, e chaves de acesso e segundos fatores se você os configurar. Se você entra por outro provedor, o número dele para você. Dos nossos e-mails nada é guardado; para enviar poucos, nós os contamos sob um hash com chave do endereço. Depois de uma mudança de endereço, guardamos o anterior, criptografado, para que a mudança possa ser desfeita.',
      'Guardado até você excluir tudo sobre si; uma sessão, 180 dias sem uso; a contagem de e-mails, até 180 dias depois do último; um hash com chave do endereço, um ano depois de você sair em todos os lugares; um endereço anterior, sete dias.',
    ],
    [
      'O registro',
      'Falhas do serviço, e cada e-mail que não chegou: qual servidor o recusou e como, com um hash com chave no lugar do alias. Nenhum endereço de e-mail é escrito nele, nem nada do que estava no e-mail. Quem opera este site pode registrar também as palavras do servidor que recusa, com os endereços trocados.',
      'Guardado enquanto quem opera este site mantiver registros.',
    ],
    [
      'Seu navegador',
      'Um cookie, depois que você entrou aqui: um horário e um hash com chave do seu endereço, que nenhum script lê. Ele mostra apenas que você entrou neste navegador, para que ninguém mais possa gastar os e-mails pelos quais você entra. Sem entrar não há nenhum. A aba lembra o endereço que você digitou, para que um recarregamento mostre o mesmo. O navegador guarda um número aleatório que mostra quais aliases foram criados nele, e sua sessão depois que você confirmou lá seu endereço.',
      'O endereço até você fechar a aba, a sessão até você sair, o cookie por um ano ou até você sair aqui, o número até você limpar os dados deste site.',
    ],
  ],
  others: {
    title: 'Quem mais vê isso',
    sentences: [
      'O servidor da sua caixa de correio recebe o e-mail e seu endereço real, como deve ser. Quem escreve ao alias vê somente o alias. Uma resposta a um endereço de resposta sai do alias. Antes, seu endereço é procurado nos textos dela; não em imagens e documentos. Uma resposta que sua caixa envia diretamente a alguém mostra seu endereço real.',
      'Quem opera este servidor poderia ler e-mails no caminho e a tabela de aliases. Cópias de segurança contêm tudo o que é guardado, enquanto quem opera este site as mantiver.',
      'Quem opera este site diz o que é guardado sobre você e o exclui se você pedir, por e-mail para postmaster no domínio dos aliases.',
      'Se isto é um teste, os e-mails encaminhados não vão para sua caixa: os últimos 200 ficam na memória desta máquina até o serviço terminar.',
    ],
    elsewhere: (api: string) => `A tabela de aliases fica em ${api}, que tem registros próprios.`,
  },
};

#ifndef AFFIX_CNATS_H
#define AFFIX_CNATS_H

#include <nats/nats.h>
#include <string.h>

// The client prints what it has no handler for on standard error; what matters is seen in the state of the connection.
static void affix_nats_hear(natsConnection *connection, natsSubscription *subscription, natsStatus status, void *closure) {
    (void)connection; (void)subscription; (void)status; (void)closure;
}

// Milliseconds before all servers are tried again: 100, 200, 400 … up to 5 s, each up to a quarter longer by chance, so
// that a fleet does not come back to a restarted server in one moment.
static int64_t affix_nats_pause(natsConnection *connection, int attempts, void *closure) {
    (void)connection; (void)closure;
    int64_t pause = attempts < 6 ? (int64_t)100 << (attempts > 0 ? attempts - 1 : 0) : 5000;
    return pause + nats_NowInNanoSeconds() % (pause / 4);
}

// What every connection of affix has in common: it comes back for ever, and is silent.
static inline natsStatus affix_nats_prepare(natsOptions *options) {
    natsStatus status = natsOptions_SetErrorHandler(options, affix_nats_hear, NULL);
    if (status == NATS_OK) status = natsOptions_SetName(options, "affix");
    if (status == NATS_OK) status = natsOptions_SetTimeout(options, 2000);
    if (status == NATS_OK) status = natsOptions_SetAllowReconnect(options, true);
    if (status == NATS_OK) status = natsOptions_SetMaxReconnect(options, -1);
    if (status == NATS_OK) status = natsOptions_SetCustomReconnectDelay(options, affix_nats_pause, NULL);
    if (status == NATS_OK) status = natsOptions_SetFailRequestsOnDisconnect(options, true);
    // A server that does not read any more holds nobody up for longer.
    if (status == NATS_OK) status = natsOptions_SetWriteDeadline(options, 1000);
    // A server that is gone without a word is noticed after two pings.
    if (status == NATS_OK) status = natsOptions_SetPingInterval(options, 5000);
    if (status == NATS_OK) status = natsOptions_SetMaxPingsOut(options, 2);
    return status;
}

static inline natsStatus affix_nats_add_server_list(natsOptions *options, const char *list) {
    // The list is cut at its commas in a copy.
    const char *servers[64];
    char *copy = strdup(list), *rest = copy, *word;
    int count = 0;
    if (copy == NULL) return NATS_NO_MEMORY;
    while (count < 64 && (word = strsep(&rest, ",")) != NULL) if (*word != 0) servers[count++] = word;
    natsStatus status = natsOptions_SetServers(options, servers, count);
    free(copy);
    return status;
}

static inline natsStatus affix_nats_stream_context(jsCtx **context, natsConnection *connection, int64_t wait) {
    jsOptions options;
    jsOptions_Init(&options);
    options.Wait = wait;
    return natsConnection_JetStream(context, connection, &options);
}

static inline natsStatus affix_nats_add_stream(
    jsCtx *context, const char *name, const char *subject, bool isWorkQueue, int64_t replicas, int64_t mostAge,
    int64_t duplicates, jsErrCode *code
) {
    const char *subjects[1] = {subject};
    jsStreamConfig config;
    jsStreamConfig_Init(&config);
    config.Name = name;
    config.Subjects = subjects;
    config.SubjectsLen = 1;
    config.Retention = isWorkQueue ? js_WorkQueuePolicy : js_LimitsPolicy;
    config.Storage = js_FileStorage;
    config.Replicas = replicas;
    config.MaxAge = mostAge;
    config.Duplicates = duplicates;
    return js_AddStream(NULL, context, &config, NULL, code);
}

// Has a stream kept on so many servers, if it is kept on fewer.
static inline natsStatus affix_nats_raise_replicas(jsCtx *context, const char *stream, int64_t replicas, jsErrCode *code) {
    jsStreamInfo *info = NULL;
    natsStatus status = js_GetStreamInfo(&info, context, stream, NULL, code);
    if (status == NATS_OK && info->Config->Replicas < replicas) {
        info->Config->Replicas = replicas;
        status = js_UpdateStream(NULL, context, info->Config, NULL, code);
    }
    jsStreamInfo_Destroy(info);
    return status;
}

// A consumer that is asked for messages, from a place in the stream on, or all for 0. Without a name it goes by itself
// when it is not asked for `inactive`.
static inline natsStatus affix_nats_add_consumer(
    jsConsumerInfo **info, jsCtx *context, const char *stream, const char *name, const char *filter, uint64_t first,
    bool acknowledges, int64_t ackWait, int64_t mostPending, int64_t mostWaiting, int64_t inactive, jsErrCode *code
) {
    jsConsumerConfig config;
    jsConsumerConfig_Init(&config);
    if (first > 0) {
        config.DeliverPolicy = js_DeliverByStartSequence;
        config.OptStartSeq = first;
    }
    config.Durable = name;
    config.FilterSubject = filter;
    config.AckPolicy = acknowledges ? js_AckExplicit : js_AckNone;
    if (acknowledges) {
        config.AckWait = ackWait;
        config.MaxAckPending = mostPending;
    }
    config.MaxDeliver = -1;
    config.MaxWaiting = mostWaiting;
    config.InactiveThreshold = inactive;
    return js_AddConsumer(info, context, stream, &config, NULL, code);
}

// Stores a message, once for each identity, and waits until it is stored.
static inline natsStatus affix_nats_store(
    jsCtx *context, const char *subject, const void *bytes, int count, const char *identity, uint64_t *sequence,
    jsErrCode *code
) {
    jsPubOptions options;
    jsPubAck *answer = NULL;
    jsPubOptions_Init(&options);
    options.MsgId = identity;
    natsStatus status = js_Publish(&answer, context, subject, bytes, count, &options, code);
    if (answer != NULL) *sequence = answer->Sequence;
    jsPubAck_Destroy(answer);
    return status;
}

// Sends a message that is to be stored once for each identity; the server answers to `reply`.
static inline natsStatus affix_nats_send(
    natsConnection *connection, const char *subject, const char *reply, const void *bytes, int count, const char *identity
) {
    natsMsg *message = NULL;
    natsStatus status = natsMsg_Create(&message, subject, reply, bytes, count);
    if (status == NATS_OK) status = natsMsgHeader_Set(message, "Nats-Msg-Id", identity);
    if (status == NATS_OK) status = natsConnection_PublishMsg(connection, message);
    natsMsg_Destroy(message);
    return status;
}

static inline natsStatus affix_nats_purge(jsCtx *context, const char *stream, const char *subject, jsErrCode *code) {
    jsOptions options;
    jsOptions_Init(&options);
    options.Stream.Purge.Subject = subject;
    return js_PurgeStream(context, stream, &options, code);
}

static inline natsStatus affix_nats_add_bucket(
    kvStore **bucket, jsCtx *context, const char *name, bool isFile, int replicas, int64_t life
) {
    kvConfig config;
    kvConfig_Init(&config);
    config.Bucket = name;
    config.History = 1;
    config.TTL = life;
    config.StorageType = isFile ? js_FileStorage : js_MemoryStorage;
    config.Replicas = replicas;
    return js_CreateKeyValue(bucket, context, &config);
}

#endif

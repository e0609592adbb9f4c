package dev.dyno.driver.jms;

import static dev.dyno.driver.tck.FailureSentences.assertFails;
import static org.assertj.core.api.Assertions.assertThat;

import dev.dyno.driver.Capability;
import dev.dyno.driver.Client;
import dev.dyno.driver.ClientSpec;
import dev.dyno.driver.DriverException;
import dev.dyno.driver.ProducerSpec.SendMode;
import dev.dyno.driver.tck.JdkTime;
import dev.dyno.driver.tck.SettingsContract;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.apache.activemq.artemis.core.remoting.impl.netty.TransportConstants;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class SettingsTest extends SettingsContract {

    @Override
    protected void read(String url, Map<String, String> settings) throws DriverException {
        new JmsDriver().open(Provider.CORE.spec(url, settings)).close();
    }

    @Override
    protected Stream<Refusal> refusals() {
        return Stream.concat(
                settings("tcp://localhost:1", """
                    jms.conectionFactory=x | jms.conectionFactory: unknown setting of the JMS driver; did you mean jms.connectionFactory?…
                    jms.individualAckMode=many | jms.individualAckMode: many; must be a whole number of at least 0.…
                    jms.without=WINGS | jms.without: WINGS; must be one of ASYNC_SEND, TRANSACTIONS…
                    jms.clientAcks=asink | jms.clientAcks: asink; must be rules of always, async, sync…
                    jms.facts=a:b | jms.facts: a:b; must be name:parameter:default…
                    consumerWindowSize=wide | consumerWindowSize: 'wide'; must be a number…
                    blockOnDurableSend=maybe | blockOnDurableSend: 'maybe'; must be true or false…
                    consumerWindow=1 | consumerWindow: unknown setting of the JMS driver; did you mean consumerWindowSize?…
                    something=1 | something: unknown setting of the JMS driver; dyno driver show lists them.…
                    jms.connectionFactory=no.such.Factory | cannot make the connection factory no.such.Factory: class no.such.Factory not found; add the provider's jars…
                    jms.connectionFactory=java.lang.String | java.lang.String is a java.lang.String, not a…
                    jms.connectionFactory=java.util.ArrayList | jms.connectionFactory: java.util.ArrayList has no…
                    """),
                Stream.of(
                        unknown("consumerWindowsize", "did you mean consumerWindowSize?", "tcp://h:1?%s=1"),
                        unknown("sslEnabeld", "did you mean sslEnabled?", "(tcp://h:1,tcp://i:2)?ha=true&%s=true"),
                        unknown("wings", "dyno driver show lists them.", "tcp://h:1?%s=2")));
    }

    private static Refusal unknown(String property, String help, String url) {
        String sentence = property + ": unknown property of the URL of the provider; " + help;
        return new Refusal(url.formatted(property), Map.of(), sentence);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
                tcp://h:1 | tcp://h:1?a=1&b=2
                tcp://h:1?b=7 | tcp://h:1?b=7&a=1
                tcp://h:1?a=3&b=7 | tcp://h:1?a=3&b=7
                (tcp://h:1?x=y,tcp://i:2) | (tcp://h:1?x=y,tcp://i:2)?a=1&b=2
                (tcp://h:1?a=5,tcp://i:2)?ha=true | (tcp://h:1?a=5,tcp://i:2)?ha=true&b=2
                failover:(amqp://h:1)?failover.maxReconnectAttempts=1 | failover:(amqp://h:1)?failover.maxReconnectAttempts=1&a=1&b=2
                tcp://h:1#tcp://i:2 | tcp://h:1?a=1&b=2#tcp://i:2
                """)
    void defaultsAreAppendedWhereTheUrlLacksThem(String given, String expected) {
        Map<String, String> defaults = new LinkedHashMap<>();
        defaults.put("a", "1");
        defaults.put("b", "2");
        assertThat(new ConnectionUrl(given).withDefaults(defaults).text()).isEqualTo(expected);
    }

    @ParameterizedTest
    @CsvSource({
        "tcp://host:61616?a=b, host, 61616",
        "'failover:(amqp://one:5672,amqp://two:5673)', one, 5672",
        "amqp://user:word@host:5672, host, 5672",
        "tcp://[::1]:61616, [::1], 61616",
    })
    void theFirstBrokerOfAUrlIsFound(String url, String host, int port) {
        assertThat(new ConnectionUrl(url).authority()).contains(new ConnectionUrl.Authority(host, port));
    }

    @Test
    void aParameterIsReplacedInPlace() {
        assertThat(new ConnectionUrl("tcp://h:1?a=12&b=2").with("a", "1").text())
                .isEqualTo("tcp://h:1?a=1&b=2");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
                always | ASYNC | true | true
                async | ASYNC | true | true
                async | SYNC | true | false
                async sync | SYNC | true | true
                nonPersistent | SYNC | true | false
                topic | SYNC | true | false
                queue given=yes | SYNC | true | true
                given=YES | SYNC | true | true
                given=no | SYNC | true | false
                given!=no | SYNC | true | true
                absent!=no | SYNC | true | false
                sync absent=1; async; persistent | SYNC | true | true
                '' | SYNC | true | false
                """)
    void aRuleFitsIfAllItsWordsDo(String rules, SendMode mode, boolean persistent, boolean expected) throws Exception {
        assertThat(JmsLimits.parse(rules).match(Specs.producer("q", mode, persistent), Map.of("given", "yes")))
                .isEqualTo(expected);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
                amqp://localhost:1                        | jms.noSuch        | org.apache.qpid.jms.JmsConnectionFactory does not accept amqp://localhost:1…noSuch…
                amqp://localhost:1?jms.forceSyncSend=true | jms.forceSyncSend | jms.forceSyncSend: given as a property and in amqp://localhost:1?jms.forceSyncSend=true; leave one of them out
                """)
    void aPropertyThatTheProviderDoesNotKnowOrThatTheUrlHasIsRefused(String url, String property, String sentence) {
        assertFails(() -> new JmsDriver().open(Provider.AMQP.spec(url, Map.of(property, "false"))), sentence);
    }

    /** Parameters of the chapters on transports, on connecting by a URL and on discovery in the manual of Artemis. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "sslEnabled sslProvider keyStorePath keyStorePassword keyStoreType keyStoreProvider keyStoreAlias"
                        + " trustStorePath trustStorePassword trustStoreType trustStoreProvider enabledCipherSuites"
                        + " enabledProtocols verifyHost trustAll useDefaultSslContext forceSSLParameters sniHost crlPath"
                        + " trustManagerFactoryPlugin handshake-timeout",
                "tcpNoDelay tcpSendBufferSize tcpReceiveBufferSize batchDelay nioRemotingThreads"
                        + " remotingThreads localAddress localPort useEpoll useKQueue useNio"
                        + " useGlobalWorkerPool useNioGlobalWorkerPool writeBufferLowWaterMark writeBufferHighWaterMark"
                        + " connect-timeout-millis activemqServerName",
                "httpEnabled httpClientIdleTime httpClientIdleScanPeriod httpRequiresSessionId httpUpgradeEnabled"
                        + " httpUpgradeEndpoint useServlet servletPath nettyHttpHeader.Authorization",
                "socksEnabled socksHost socksPort socksVersion socksUsername socksPassword socksRemoteDNS",
                "ha type reconnectAttempts initialConnectAttempts failoverOnInitialConnection retryInterval"
                        + " retryIntervalMultiplier maxRetryInterval connectionTTL clientFailureCheckPeriod callTimeout"
                        + " callFailoverTimeout connectionLoadBalancingPolicyClassName useTopologyForLoadBalancing",
                "user password passwordCodec clientID groupID autoGroup preAcknowledge blockOnAcknowledge"
                        + " blockOnDurableSend blockOnNonDurableSend confirmationWindowSize consumerWindowSize"
                        + " consumerMaxRate producerWindowSize producerMaxRate dupsOKBatchSize transactionBatchSize"
                        + " minLargeMessageSize compressLargeMessage compressionLevel cacheLargeMessagesClient"
                        + " cacheDestinations enable1xPrefixes enableSharedClientID ignoreJTA initialMessagePacketSize"
                        + " useGlobalPools threadPoolMaxSize scheduledThreadPoolMaxSize incomingInterceptorList"
                        + " outgoingInterceptorList protocolManagerFactoryStr deserializationAllowList"
                        + " deserializationDenyList deserializationWhiteList deserializationBlackList",
                "groupAddress groupPort localBindAddress localBindPort refreshTimeout discoveryInitialWaitTimeout"
                        + " stoppingTimeout file channelName name",
            })
    void aParameterThatArtemisReadsIsAccepted(String names) throws Exception {
        Preset preset = new Preset(Provider.CORE.spec("tcp://h:1"));
        for (String name : names.split(" ", -1)) {
            assertThat(preset.url("tcp://h:1?" + name + "=1").parameters()).containsKey(name);
        }
    }

    @Test
    void whatTheTransportOfArtemisAllowsIsAccepted() throws Exception {
        Preset preset = new Preset(Provider.CORE.spec("tcp://h:1"));
        assertThat(TransportConstants.ALLOWABLE_CONNECTOR_KEYS).hasSizeGreaterThan(50);
        for (String name : TransportConstants.ALLOWABLE_CONNECTOR_KEYS) {
            assertThat(preset.url("tcp://h:1?" + name + "=1").parameters()).containsKey(name);
        }
    }

    @Test
    void whatOnlyAUrlOfArtemisHasGoesThereAlsoAsAProperty() throws Exception {
        ClientSpec spec = Provider.CORE.spec("tcp://h:1", Map.of("tcpNoDelay", "false"));
        assertThat(new Preset(spec).url("tcp://h:1").text()).contains("tcpNoDelay=false");
    }

    @Test
    void whatAnAcknowledgementDependsOnIsSaid() {
        Map<String, String> properties = Provider.CORE.spec("tcp://h:1").properties();
        assertThat(JmsSettings.of(properties).library()).isNotEmpty().allSatisfy(part -> assertThat(part.decided())
                .contains("Of these, blockOnDurableSend decides acknowledgement; blockOnNonDurableSend decides"
                        + " acknowledgement; confirmationWindowSize decides acknowledgement."));
    }

    @Test
    void neitherFactoryNorJndiIsRefused() {
        assertFails(
                () -> open("tcp://localhost:1", Map.of()),
                "jms.connectionFactory: missing; give the class name of the provider's connection factory, or"
                        + " java.naming.factory.initial to look it up with JNDI");
    }

    @Test
    void theFactoryIsFoundWithJndi() throws Exception {
        Map<String, String> properties = new HashMap<>();
        properties.put("java.naming.factory.initial", "org.apache.activemq.artemis.jndi.ActiveMQInitialContextFactory");
        properties.put("connectionFactory.Mine", "tcp://localhost:1");
        properties.put("jms.jndi.factoryName", "Mine");
        try (Client client = open("", properties)) {
            assertThat(client.capabilities().toSet())
                    .contains(Capability.ASYNC_SEND)
                    .doesNotContain(Capability.INDIVIDUAL_ACK);
        }
    }

    @Test
    void aNameThatJndiDoesNotKnowIsRefused() {
        assertFails(
                () -> open(
                        "",
                        Map.of(
                                "java.naming.factory.initial",
                                "org.apache.activemq.artemis.jndi.ActiveMQInitialContextFactory",
                                "jms.jndi.factoryName",
                                "Missing")),
                "cannot look up Missing with JNDI: …");
    }

    @Test
    void aFactoryWithASetterForTheUrlIsMade() throws Exception {
        try (Client client = open(
                "amqp://localhost:1",
                Map.of(
                        "jms.connectionFactory", "org.apache.qpid.jms.JmsConnectionFactory",
                        "jms.urlSetter", "setRemoteURI",
                        "jms.without", "SELECTORS, GROUPS"))) {
            assertThat(client.capabilities().toSet())
                    .contains(Capability.TOPICS)
                    .doesNotContain(Capability.SELECTORS, Capability.GROUPS, Capability.KEYS);
        }
    }

    private static Client open(String url, Map<String, String> properties) throws DriverException {
        return new JmsDriver().open(new ClientSpec(url, Optional.empty(), properties, new JdkTime()));
    }
}

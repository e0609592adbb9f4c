package dev.dyno.cli;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.assertj.core.api.Assertions.assertThat;

import dev.dyno.app.execute.Exit;
import dev.dyno.driver.tck.FreePort;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * A password in every place where a driver takes one is in nothing that a run writes: console and logs of client libraries, stored
 * files, page, history, metrics, and files of other folders.
 */
@Tag("slow")
@Timeout(300)
class PasswordsTest extends WithProcesses {

    /** In no other text. */
    private static final String WORD = "Xq7ZvKw9";

    /** Nothing listens there. */
    private static final String NOWHERE = "127.0.0.1:1";

    /** Driver, address, and properties. Some libraries wait half a minute if nothing says otherwise. */
    private static final String PLACES = """
            artemis | tcp://%s?callTimeout=2000&user=me&password=WORD
            artemis | tcp://%s?sslEnabled=true&keyStorePassword=WORD&trustStorePassword=WORD
            artemis | (tcp://%s,tcp://%s)?ha=true&sslEnabled=true&keyStorePassword=WORD
            artemis | tcp://me:WORD@%s?callTimeout=2000
            artemis | tcp://%s?callTimeout=2000 | --user
            amqp | amqp://me:WORD@%s
            amqp | amqp://%s?jms.username=me&jms.password=WORD
            amqp | amqps://%s?transport.keyStorePassword=WORD&transport.trustStorePassword=WORD
            amqp | failover:(amqp://me:WORD@%s)?failover.maxReconnectAttempts=1
            amqp | amqp://%s | --user
            openwire | tcp://%s?jms.userName=me&jms.password=WORD
            openwire | failover:(tcp://%s?jms.password=WORD)?maxReconnectAttempts=1
            openwire | tcp://me:WORD@%s
            openwire | tcp://%s | --user
            openwire | tcp://me:WORD%23%40%3F@%s
            kafka | kafka://me:WORD@%s
            kafka | kafka://%s | SCRAM, sasl.jaas.config=org.apache.kafka.common.security.scram.ScramLoginModule required username="me" password="WORD";
            kafka | kafka://%s | SCRAM, sasl.jaas.config=no.such.LoginModule required username="me" password="WORD";
            kafka | kafka://%s | SCRAM, sasl.jaas.config=WORD
            kafka | kafka://%s | security.protocol=SSL, ssl.keystore.location=none.jks, ssl.keystore.password=WORD
            kafka | kafka://%s | security.protocol=SSL, ssl.keystore.type=PEM, ssl.keystore.key=WORD
            kafka | kafka://%s | security.protocol=SSL, ssl.key.password=WORD, ssl.truststore.password=WORD
            kafka | kafka://%s | --user
            pulsar | pulsar://me:WORD@%s
            pulsar | pulsar://%s | operationTimeoutMs=2000, pulsar.token=WORD
            pulsar | pulsar://%s | operationTimeoutMs=2000, authParams=token:WORD
            pulsar | pulsar://%s | operationTimeoutMs=2000 | --user
            pulsar-jms | pulsar://%s | operationTimeoutMs=2000, authParams={"userId":"me","password":"WORD"}, BASIC
            pulsar-jms | pulsar://%s | operationTimeoutMs=2000, authParams=WORD, BASIC
            pulsar-jms | pulsar://me:WORD@%s | operationTimeoutMs=2000 | --user
            rabbitmq | amqp091://me:WORD@%s/x
            rabbitmq | amqp091://me:WORD%2Fx@%s
            rabbitmq | amqp091://%s | --user
            rabbitmq-jms | amqp://me:WORD@%s
            rabbitmq-jms | amqp://%s | amqp.password=WORD, amqp.username=me
            rabbitmq-jms | amqp://%s | --user
            nats | nats://me:WORD@%s
            nats | nats://WORD@%s
            nats | nats://127.0.0.1:2,WORD@%s
            nats | nats://WORD@%s,x:WORD@127.0.0.1:2
            nats | nats://%s | io.nats.client.password=WORD, io.nats.client.username=me
            nats | nats://%s | token=WORD
            jetstream | nats://me:WORD%2Fx@%s
            jetstream | nats://%s | --user
            mqtt | mqtt://me:WORD@%s
            mqtt | mqtt://%s | mqtt.password=WORD
            mqtt | mqtt://%s | --user
            andes | amqp://me:WORD@dyno/carbon?brokerlist='tcp://%s'
            andes | amqp://admin:admin@dyno/carbon?brokerlist='tcp://%s?trust_store_password=WORD'
            jms | tcp://%s | jms.connectionFactory=no.such.Factory, password=WORD | --user
            jms-javax | tcp://me:WORD@%s | java.naming.factory.initial=no.such.Context, java.naming.provider.url=ldap://me:WORD@%s, java.naming.security.credentials=WORD, jms.jndi.factoryName=x
            sim | sim://me:WORD@x | --user
            null | null://x | password=WORD
            """.replace(
                    "SCRAM,",
                    "security.protocol=SASL_PLAINTEXT, sasl.mechanism=SCRAM-SHA-256, request.timeout.ms=2000,"
                            + " default.api.timeout.ms=2000,")
            .replace(
                    "BASIC",
                    "authPlugin=com.datastax.oss.pulsar.jms.shaded.org.apache.pulsar.client.impl.auth.AuthenticationBasic")
            .replace("WORD", WORD);

    @BeforeEach
    void prepareFiles() throws IOException {
        for (String each : List.of("home", "tmp", "runs", "files")) {
            Files.createDirectory(folder.resolve(each));
        }
        processes.with("HOME", folder.resolve("home").toString()).withTemporary(folder.resolve("tmp"));
    }

    private static String jaas(String module) {
        return module + " required username=\"me\" password=\"" + WORD + "\";";
    }

    static Stream<List<String>> places() {
        return PLACES.lines().map(line -> List.of(line.split(" \\| ", -1)));
    }

    static Stream<List<String>> placesOfTheCheck() {
        return places().filter(place -> List.of("artemis", "rabbitmq", "nats").contains(place.get(0)))
                .filter(place -> place.get(1).contains(WORD) && !place.get(1).contains("ssl"))
                .limit(1);
    }

    private List<String> words(List<String> place, String address) {
        String topic = List.of("kafka", "pulsar", "pulsar-jms", "nats", "mqtt").contains(place.get(0))
                ? "topic://t"
                : "queue://q";
        List<String> words = new ArrayList<>(List.of(Dyno.words(
                "client --driver %s --url %s --warmup 0 --duration 1 --rate 10 --runs %s %s",
                place.get(0), place.get(1).replace("%s", address), folder.resolve("runs"), topic)));
        for (String more : place.subList(2, place.size())) {
            if (more.equals("--user")) {
                words.addAll(List.of("--user", "me", "--password", WORD));
            } else {
                for (String property : more.split(", ", -1)) {
                    words.addAll(List.of("--driver-property", property.replace("%s", address)));
                }
            }
        }
        return words;
    }

    private String run(List<String> words) throws Exception {
        processes.awaitEnd("console", processes.start("console", words), 90);
        return processes.said("console");
    }

    private String look(List<String> words) throws Exception {
        processes.start("look", words).waitFor(60, TimeUnit.SECONDS);
        return processes.said("look");
    }

    private void assertThatNothingHasIt(String said) throws Exception {
        assertThat(said).doesNotContain("internal error");
        assertNowhere("console", said);
        assertThatNoFileHasIt();
    }

    /** Also not what is made of stored runs later. */
    private void assertThatNothingMadeOfThemHasIt() throws Exception {
        String runs = folder.resolve("runs").toString();
        look(List.of("history", "--json", "--runs", runs));
        if (!Listing.of(folder.resolve("runs")).isEmpty()) {
            look(List.of("report", "last", "--runs", runs));
        }
        assertThatNoFileHasIt();
    }

    private void assertThatNoFileHasIt() throws IOException {
        for (Path file : Listing.files(folder)) {
            if (!file.startsWith(folder.resolve("files"))) {
                assertNowhere(file.toString(), Files.readString(file, ISO_8859_1));
                if (file.endsWith("report.html")) {
                    assertNowhere(file + ", its data", Pages.dataOf(file));
                }
            }
        }
    }

    /** A file may be large: the words around it are enough. */
    private static void assertNowhere(String where, String text) {
        int at = text.indexOf(WORD);
        assertThat(at < 0 ? "" : text.substring(Math.max(0, at - 100), Math.min(text.length(), at + 50)))
                .as(where)
                .isEmpty();
    }

    @ParameterizedTest
    @MethodSource("placesOfTheCheck")
    void isInNothingThatARunWritesWhichReachesNoBroker(List<String> place) throws Exception {
        assertThatNothingHasIt(run(words(place, NOWHERE)));
        assertThatNothingMadeOfThemHasIt();
    }

    static Stream<String> drivers() {
        return places().map(place -> place.get(0)).distinct();
    }

    private void assertThatNoRunHasIt(String driver, String address) throws Exception {
        for (List<String> place :
                places().filter(place -> place.get(0).equals(driver)).toList()) {
            assertThatNothingHasIt(run(words(place, address)));
        }
        assertThatNothingMadeOfThemHasIt();
    }

    @ParameterizedTest
    @MethodSource("drivers")
    @Tag("nightly")
    void isInNothingThatSuchRunsOfAnyDriverWrite(String driver) throws Exception {
        assertThatNoRunHasIt(driver, NOWHERE);
    }

    static Stream<List<String>> placesOfWorkers() {
        return Stream.of("artemis", "amqp", "rabbitmq", "nats", "mqtt")
                .map(driver -> places().filter(place -> place.get(0).equals(driver))
                        .findFirst()
                        .orElseThrow());
    }

    /** The plan that its coordinator sends has it. */
    @ParameterizedTest
    @MethodSource("placesOfWorkers")
    @Tag("nightly")
    void isInNothingThatAWorkerWrites(List<String> place) throws Exception {
        String address = Processes.freeAddress();
        Process worker = processes.startWorker("w1", address);
        List<String> words = new ArrayList<>(words(place, NOWHERE));
        words.addAll(List.of("--workers", "1", "--listen", address));
        String said = run(words);
        processes.awaitEnd("w1", worker, 90);
        assertThat(processes.said("w1")).contains("joined, and waits for a plan", "The run has failed");
        assertThatNothingHasIt(said);
    }

    /** The other server greets with another protocol, and closes. */
    @ParameterizedTest
    @MethodSource("drivers")
    @Tag("nightly")
    void isInNothingThatRunsWriteWhichMeetAnotherServer(String driver) throws Exception {
        try (ServerSocket server = new ServerSocket(0, 50, InetAddress.getLoopbackAddress())) {
            Thread answering = new Thread(() -> {
                while (!server.isClosed()) {
                    try (var socket = server.accept()) {
                        socket.getOutputStream().write("SSH-2.0-Server\r\n".getBytes(ISO_8859_1));
                    } catch (IOException e) {
                        // A client has gone, or the server is closed.
                    }
                }
            });
            answering.setDaemon(true);
            answering.start();
            assertThatNoRunHasIt(driver, "127.0.0.1:" + server.getLocalPort());
        }
    }

    static Map<String, String> driverFiles() {
        return Map.of(
                "KafkaBenchmarkDriver",
                "commonConfig: |\n  bootstrap.servers=%s\n  request.timeout.ms=2000\n  default.api.timeout.ms=2000\n  security.protocol=SASL_PLAINTEXT\n"
                        + "  sasl.mechanism=PLAIN\n  sasl.jaas.config="
                        + jaas("org.apache.kafka.common.security.plain.PlainLoginModule"),
                "RabbitMqBenchmarkDriver",
                "amqpUris: [\"amqp://me:" + WORD + "@%s\"]",
                "NatsBenchmarkDriver",
                "natsHostUrl: nats://me:" + WORD + "@%s",
                "PulsarBenchmarkDriver",
                "client:\n  serviceUrl: pulsar://%s\n  authentication:\n    plugin: org.apache.pulsar.client.impl.auth.AuthenticationToken\n    data: token:"
                        + WORD,
                "MqttBenchmarkDriver",
                "client:\n  serverUri: tcp://%s\n  username: me\n  password: " + WORD,
                "ArtemisBenchmarkDriver",
                "brokerAddress: tcp://%s?user=me&password=" + WORD,
                "JMSBenchmarkDriver",
                "connectionFactoryClassName: org.apache.activemq.artemis.jms.client.ActiveMQConnectionFactory\n"
                        + "connectionFactoryConfigurationParam: tcp://%s?user=me&password=" + WORD);
    }

    static Stream<Map.Entry<String, String>> filesOfDrivers() {
        return driverFiles().entrySet().stream();
    }

    @ParameterizedTest
    @MethodSource("filesOfDrivers")
    @Tag("nightly")
    void isInNothingThatARunByADriverFileWrites(Map.Entry<String, String> driver) throws Exception {
        String type = driver.getKey().replace("BenchmarkDriver", "").toLowerCase(Locale.ROOT);
        Path file = Files.writeString(
                folder.resolve("files").resolve("driver.yaml"),
                "name: x\ndriverClass: io.openmessaging.benchmark.driver." + type + "." + driver.getKey() + "\n"
                        + driver.getValue().replace("%s", NOWHERE) + "\n");
        Path workload = Files.writeString(folder.resolve("files").resolve("load.yaml"), """
                { name: one, topics: 1, partitionsPerTopic: 1, messageSize: 100, subscriptionsPerTopic: 1,
                  producersPerTopic: 1, consumerPerSubscription: 1, producerRate: 10, consumerBacklogSizeGB: 0,
                  testDurationMinutes: 1 }
                """);
        assertThatNothingHasIt(run(
                List.of(Dyno.words("run %s --driver %s --quick --runs %s", workload, file, folder.resolve("runs")))));
        assertThatNothingMadeOfThemHasIt();
    }

    /** With the password that the broker asks for, and with another one, which it refuses. */
    @ParameterizedTest
    @CsvSource({
        "nats, topic://T, nats",
        "mosquitto, topic://T, mqtt",
        "artemis, queue://Q, artemis",
        "artemis, queue://Q, amqp",
        "qpid, queue://Q, rabbitmq",
        "activemq, queue://Q, openwire"
    })
    @Tag("nightly")
    @Tag("broker")
    void isInNothingThatARunWritesWhichIsLetInOrRefused(String broker, String destination, String driver)
            throws Exception {
        for (String typed : List.of(WORD, WORD + "x")) {
            int port = FreePort.find();
            Process process = processes.type(
                    "console",
                    "client --broker %s --driver %s --set security=true --set user=me --set password=%s --user me --password %s"
                            + " --warmup 0 --duration 3 --rate 50 --metrics-port %s --runs %s %s",
                    broker,
                    driver,
                    WORD,
                    typed,
                    port,
                    folder.resolve("runs"),
                    destination);
            String page = metrics(port, process);
            assertThat(process.waitFor(90, TimeUnit.SECONDS)).isTrue();
            String said = processes.said("console");
            assertThat(process.exitValue() != Exit.FAILED).as(said).isEqualTo(typed.equals(WORD));
            assertNowhere("metrics", page);
            assertThatNothingHasIt(said);
        }
        assertThatNothingMadeOfThemHasIt();
    }

    /** All pages while it runs. */
    private static String metrics(int port, Process process) throws InterruptedException {
        HttpClient client = HttpClient.newHttpClient();
        HttpRequest request = HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + port + "/metrics"))
                .build();
        StringBuilder pages = new StringBuilder();
        while (!process.waitFor(300, TimeUnit.MILLISECONDS)) {
            try {
                pages.append(client.send(request, BodyHandlers.ofString()).body());
            } catch (IOException e) {
                // It is not there yet, or no longer.
            }
        }
        return pages.toString();
    }
}

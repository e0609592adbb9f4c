package dev.dyno.broker.process;

import static dev.dyno.driver.tck.FailureSentences.assertFails;
import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpServer;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Fetching a broker where there is no network. The settings are those of a user of Maven who lives in the test's folder. */
@Tag("broker")
class OfflineTest {

    private static final BrokerSpec ACTIVEMQ = BrokerSpec.of("activemq");
    private static final String HOME = "user.home";
    private static final String REPOSITORY = "maven.repo.local";
    private static final String OFFLINE = "<offline>true</offline>";
    /** Nobody listens on port 1. */
    private static final String REFUSING = mirror(1);

    @TempDir
    Path folder = Path.of("");

    private final String home = System.getProperty(HOME);
    private final Optional<String> repository = Optional.ofNullable(System.getProperty(REPOSITORY));
    private final List<String> fetched = new ArrayList<>();

    private static String mirror(int port) {
        return "<mirrors><mirror><id>nobody</id><mirrorOf>*</mirrorOf><url>http://127.0.0.1:" + port
                + "/</url></mirror></mirrors>";
    }

    /** @param memory what is remembered of earlier starts */
    private BrokerLauncher launcher(String memory) {
        return new BrokerLauncher(TestHome.path(), folder.resolve(memory), (step, progress) -> {
            if (step.startsWith("fetching ")) {
                fetched.add(progress);
            }
        });
    }

    /** With those settings and, unless the filled one is meant, an empty local repository. */
    private void live(String settings, boolean filled) throws Exception {
        Path maven = Files.createDirectories(folder.resolve("home").resolve(".m2"));
        Files.writeString(
                maven.resolve("settings.xml"), "<settings>" + settings + "</settings>", StandardCharsets.UTF_8);
        Path theFilled =
                Path.of(repository.orElse(Path.of(home, ".m2", "repository").toString()));
        System.setProperty(HOME, folder.resolve("home").toString());
        System.setProperty(REPOSITORY, (filled ? theFilled : folder.resolve("empty")).toString());
    }

    @AfterEach
    void liveAsBefore() {
        System.setProperty(HOME, home);
        repository.ifPresentOrElse(
                path -> System.setProperty(REPOSITORY, path), () -> System.clearProperty(REPOSITORY));
    }

    private static void requireThatItStarts(BrokerLauncher launcher) throws Exception {
        try (ManagedBroker broker = launcher.start(ACTIVEMQ)) {
            assertThat(RawAmqp.anonymousOutcome(TestHome.at(broker.url("amqp")), Optional.empty()))
                    .isZero();
        }
    }

    private void assertRefused(String sentence) {
        assertFails(BrokerException.class, () -> launcher("memory").start(ACTIVEMQ), sentence);
    }

    @Test
    void whatWasFetchedOnceStartsWithoutANetworkAndWithoutAsking() throws Exception {
        assertThat(launcher("memory").availability(recipe())).isEqualTo(BrokerLauncher.Availability.TO_BE_FETCHED);
        requireThatItStarts(launcher("memory"));
        assertThat(fetched).isNotEmpty();
        fetched.clear();

        live(REFUSING, false);
        assertThat(launcher("memory").availability(recipe())).isEqualTo(BrokerLauncher.Availability.FETCHED);
        requireThatItStarts(launcher("memory"));
        assertThat(fetched).isEmpty();
    }

    @Test
    void whatIsInTheLocalRepositoryIsFoundThereWhenMavenIsOffline() throws Exception {
        requireThatItStarts(launcher("memory"));
        assertThat(fetched).isNotEmpty();

        live(OFFLINE, true);
        requireThatItStarts(launcher("nothing"));
        assertThat(fetched).isNotEmpty();
    }

    @Test
    void withAnEmptyLocalRepositoryAndNoNetworkOneSentenceSaysSo() throws Exception {
        live(REFUSING, false);
        assertRefused("broker activemq: cannot be fetched from http://127.0.0.1:1/ into " + folder.resolve("empty")
                + ": Connection refused. Check the network, and the mirrors and proxies in Maven's settings.");
    }

    /** Each file is changed, as somebody might have done. */
    @Test
    void whatHasAnotherChecksumThanItsRepositoryNamesIsNotTaken() throws Exception {
        HttpServer server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.createContext("/", exchange -> {
            String path = exchange.getRequestURI().getPath();
            byte[] body = (path.endsWith(".sha1") ? "0".repeat(40) : "changed").getBytes(StandardCharsets.US_ASCII);
            exchange.sendResponseHeaders(200, body.length);
            exchange.getResponseBody().write(body);
            exchange.close();
        });
        server.start();
        try {
            live(mirror(server.getAddress().getPort()), false);
            assertRefused("…Checksum validation failed…");
        } finally {
            server.stop(0);
        }
    }

    /** The jar comes in pieces until a share of it was reported. */
    @Test
    void aSlowFetchTellsItsSizeAndTheShareThatIsHere() throws Exception {
        byte[] pom = ("<project><modelVersion>4.0.0</modelVersion><groupId>t</groupId><artifactId>slow</artifactId>"
                        + "<version>1</version></project>")
                .getBytes(StandardCharsets.US_ASCII);
        byte[] jar = new byte[2 << 20];
        CountDownLatch told = new CountDownLatch(1);
        HttpServer server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.createContext("/", exchange -> {
            String path = exchange.getRequestURI().getPath();
            byte[] file = path.contains(".jar") ? jar : pom;
            byte[] body = path.endsWith(".sha1") ? sha1(file).getBytes(StandardCharsets.US_ASCII) : file;
            exchange.sendResponseHeaders(200, body.length);
            int piece = 1 << 14;
            try (OutputStream out = exchange.getResponseBody()) {
                for (int sent = 0; sent < body.length; sent += piece) {
                    out.write(body, sent, Math.min(piece, body.length - sent));
                    out.flush();
                    if (body.length > piece) {
                        told.await(20, TimeUnit.MILLISECONDS);
                    }
                }
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        });
        server.start();
        try {
            live(mirror(server.getAddress().getPort()), false);
            List<String> steps = new ArrayList<>();
            LaunchListener listener = (step, progress) -> {
                steps.add(step + ": " + progress);
                if (progress.matches("0 of 1 jars, (0[.][1-9]|1[.]\\d) MiB")) {
                    told.countDown();
                }
            };
            List<Path> jars = new Libraries(TestHome.path(), folder.resolve("memory"), listener)
                    .fetch("slow", "1", List.of("t:slow:1"));
            assertThat(jars).singleElement().satisfies(path -> assertThat(path).hasBinaryContent(jar));
            assertThat(steps)
                    .allMatch(step -> step.startsWith("fetching slow 1 from the Maven repositories: "))
                    .startsWith("fetching slow 1 from the Maven repositories: ");
            assertThat(told.getCount()).as("a share in %s", steps).isZero();
        } finally {
            server.stop(0);
        }
    }

    private static String sha1(byte[] body) {
        try {
            return HexFormat.of().formatHex(MessageDigest.getInstance("SHA-1").digest(body));
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException(e);
        }
    }

    @Test
    void withAnEmptyLocalRepositoryAndMavenOfflineOneSentenceSaysSo() throws Exception {
        live(OFFLINE, false);
        assertRefused("broker activemq: org.apache.activemq:activemq-broker:pom:"
                + recipe().version().orElseThrow() + " is not in " + folder.resolve("empty")
                + ", and Maven's settings say offline. It has to be fetched once, online.");
    }

    private static Recipe recipe() throws BrokerException {
        return Recipes.in(TestHome.path()).find("activemq");
    }
}

package dev.dyno.broker.process;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assumptions.assumeThat;
import static org.assertj.core.api.InstanceOfAssertFactories.MAP;

import dev.dyno.model.result.BrokerLife;
import java.nio.file.FileStore;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** With the real bundled broker in processes of their own. */
@Tag("broker")
class ManagedBrokerTest {

    private static final BrokerSpec ARTEMIS = BrokerSpec.of("artemis");

    @TempDir
    Path folder = Path.of("");

    @Test
    void servesAsSoonAsItIsReadyAndSaysWhatItIs() throws Exception {
        try (ManagedBroker broker = TestHome.launcher().start(ARTEMIS)) {
            // Before anybody connects: the broker has nothing to warn of.
            assertThat(log(broker)).singleElement().asString().startsWith("READY port=" + broker.port());
            assertThat(RawAmqp.answerToHeader(TestHome.at(broker))).isEqualTo(RawAmqp.header());
            assertThat(broker.isAlive()).isTrue();
            assertThat(broker.url("artemis")).isEqualTo("tcp://127.0.0.1:" + broker.port());
            assertThat(broker.url("amqp")).isEqualTo("amqp://127.0.0.1:" + broker.port());
            assertThatThrownBy(() -> broker.url("kafka"))
                    .hasMessage("broker artemis: driver kafka does not reach it; must be one of artemis, amqp.");
            assertThat(broker.version()).isEqualTo(TestHome.version("artemis"));
            FileStore store = Files.getFileStore(broker.data());
            assertThat(broker.facts())
                    .containsEntry("broker", "artemis")
                    .containsEntry("version", broker.version())
                    .containsAllEntriesOf(
                            TestHome.values("persistence-enabled=true journal-type=NIO journal-datasync=true "
                                    + "journal-buffer-timeout=3333333 journal-file-size=10485760 address-full-policy=PAGE "
                                    + "max-size-bytes=-1 page-size-bytes=10485760 auto-create=true security=false"))
                    .containsEntry("java", System.getProperty("java.version"))
                    .containsEntry("data-file-system", store.type())
                    .containsKeys("global-max-size", "heap-max-bytes", "user")
                    .doesNotContainKeys("port", "password", "jvm-flags");
        }
    }

    @Test
    void runsFromTheJarsOfAFolder() throws Exception {
        BrokerSpec spec = BrokerSpec.of("artemis:" + TestHome.path().resolve("brokers/artemis"));
        try (ManagedBroker broker = TestHome.launcher().start(spec)) {
            assertThat(broker.version()).isEqualTo(TestHome.version("artemis"));
        }
    }

    @Test
    void knobsHeapAndFlagsReachTheBroker() throws Exception {
        BrokerSpec spec = TestHome.with(
                        ARTEMIS,
                        "address-full-policy=BLOCK max-size-bytes=1MiB page-size-bytes=256KiB "
                                + "global-max-size=100MiB journal-type=MAPPED journal-buffer-timeout=100us "
                                + "journal-datasync=false persistence-enabled=false auto-create=false")
                .withHeap("256m")
                .withJvmFlags(List.of("-XX:+UseSerialGC"));
        try (ManagedBroker broker = TestHome.launcher().start(spec)) {
            assertThat(broker.facts())
                    .asInstanceOf(MAP)
                    .containsAllEntriesOf(
                            TestHome.values("address-full-policy=BLOCK max-size-bytes=1048576 page-size-bytes=262144 "
                                    + "global-max-size=104857600 journal-type=MAPPED journal-buffer-timeout=100000 "
                                    + "journal-datasync=false persistence-enabled=false auto-create=false"))
                    .containsEntry("jvm-flags", "-Xms268435456 -Xmx268435456 -XX:+UseSerialGC")
                    // 256 MiB less one survivor space.
                    .containsEntry("heap-max-bytes", "259522560");
        }
    }

    @Test
    void itsDataIsForItsOwnerOnlyAndGoneAfterClose() throws Exception {
        ManagedBroker broker = TestHome.launcher().start(ARTEMIS);
        CompletableFuture<Integer> exit = broker.onExit();
        assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(broker.data())))
                .isEqualTo("rwx------");
        assertThat(broker.data().resolve("data").resolve("journal")).isDirectory();
        assertThat(exit).isNotDone();

        broker.close();
        assertThat(broker.isAlive()).isFalse();
        // It has a second to end by itself, since nobody needs its data.
        assertThat(exit.get(1, TimeUnit.SECONDS)).isIn(128 + 15, 128 + 9);
        assertThat(broker.data()).doesNotExist();
        assertThat(log(broker)).singleElement().asString().startsWith("READY ");
        broker.close();
    }

    @Test
    void theSignalsOfATerminalDoNotEndIt() throws Exception {
        try (ManagedBroker broker = TestHome.launcher().start(ARTEMIS)) {
            signal("INT", broker.pid());
            signal("HUP", broker.pid());
            assertThatThrownBy(() -> broker.onExit().get(1, TimeUnit.SECONDS)).isInstanceOf(TimeoutException.class);
            assertThat(RawAmqp.answerToHeader(TestHome.at(broker))).isEqualTo(RawAmqp.header());
        }
    }

    @Test
    void aKilledBrokerIsSeenAtOnceAndItsLogStays() throws Exception {
        try (ManagedBroker broker = TestHome.launcher().start(ARTEMIS)) {
            CompletableFuture<Integer> exit = broker.onExit();
            signal("KILL", broker.pid());
            assertThat(exit.get(5, TimeUnit.SECONDS)).isEqualTo(128 + 9);
            assertThat(broker.isAlive()).isFalse();
            assertThat(broker.lastLogLines(1)).singleElement().asString().startsWith("READY ");
        }
    }

    @Test
    void aRestartBeginsAnotherLifeThatServesWhenItIsReady() throws Exception {
        try (ManagedBroker broker = TestHome.launcher().start(ARTEMIS)) {
            BrokerLife first = broker.life();
            assertThat(first.pid()).isEqualTo(broker.pid());
            assertThat(first.serves()).isTrue();
            List<BrokerLife> seen = new ArrayList<>();
            CompletableFuture<Void> restart = CompletableFuture.runAsync(() -> restart(broker));
            while (!restart.isDone()) {
                seen.add(broker.life());
                LockSupport.parkNanos(1_000_000);
            }
            restart.join();
            BrokerLife second = broker.life();
            assertThat(second.pid()).isEqualTo(broker.pid()).isNotEqualTo(first.pid());
            assertThat(second.startedNs()).isGreaterThan(first.startedNs());
            assertThat(second.serves()).isTrue();
            assertThat(seen)
                    .contains(first, new BrokerLife(second.pid(), second.startedNs(), false))
                    .allMatch(life -> life.equals(first) || life.startedNs() == second.startedNs());
        }
    }

    private static void restart(ManagedBroker broker) {
        try {
            broker.restart();
        } catch (BrokerException | InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    /** Its recipe would wait for it for 30 s. */
    @Test
    @Timeout(20)
    void closingEndsARestartThatIsInProgress() throws Exception {
        ManagedBroker broker = TestHome.launcher().start(ARTEMIS);
        long firstNs = broker.life().startedNs();
        CompletableFuture<Void> restart = CompletableFuture.runAsync(() -> restart(broker));
        while (broker.life().startedNs() == firstNs) {
            LockSupport.parkNanos(100_000);
        }
        signal("STOP", broker.pid());

        broker.close();

        assertThat(broker.isAlive()).isFalse();
        assertThatThrownBy(restart::join).hasMessageContaining("it was closed before it was ready");
    }

    @Test
    void aPausedBrokerIsKilledAfterItsGrace() throws Exception {
        ManagedBroker broker = TestHome.launcher().start(ARTEMIS);
        signal("STOP", broker.pid());
        Thread.currentThread().interrupt(); // Cuts the grace of 10 s short.
        broker.close();
        assertThat(Thread.interrupted()).isTrue();
        assertThat(broker.onExit().get(1, TimeUnit.SECONDS)).isEqualTo(128 + 9);
        assertThat(broker.data()).doesNotExist();
    }

    @Test
    void securityLetsOnlyTheUserIn() throws Exception {
        BrokerSpec spec = ARTEMIS.withKnob("security", "true")
                .withKnob("user", "joe & <jane>")
                .withKnob("password", " back\\slash=#1");
        try (ManagedBroker broker = TestHome.launcher().start(spec)) {
            assertThat(RawAmqp.loginOutcome(TestHome.at(broker), "joe & <jane>", " back\\slash=#1"))
                    .isZero();
            assertThat(RawAmqp.loginOutcome(TestHome.at(broker), "joe & <jane>", "guess"))
                    .isEqualTo(1);
            assertThat(broker.facts()).containsEntry("security", "true").containsEntry("user", "joe & <jane>");
        }
    }

    @Test
    void asyncioRunsOrSaysWhyNotButNeverFallsBack() throws Exception {
        assumeThat(System.getProperty("os.name")).isEqualTo("Linux");
        try (ManagedBroker broker = TestHome.launcher().start(ARTEMIS.withKnob("journal-type", "ASYNCIO"))) {
            assertThat(broker.facts()).containsEntry("journal-type", "ASYNCIO");
        } catch (BrokerException e) {
            assertThat(e.getMessage())
                    .startsWith(
                            "broker artemis: journal-type: ASYNCIO; cannot run here, because it needs 64-bit Linux on"
                                    + " x86 and the library libaio (Debian package libaio1). Use NIO or MAPPED.");
        }
    }

    /** Without what every start reports, and the JVM's note that the tests have given it options. */
    private static List<String> log(ManagedBroker broker) {
        return broker.lastLogLines(20).stream()
                .filter(line -> !line.contains(" INFO ") && !line.startsWith("NOTE: Picked up JDK_JAVA_OPTIONS"))
                .toList();
    }

    private static void signal(String name, long pid) throws Exception {
        Process kill = new ProcessBuilder("kill", "-" + name, Long.toString(pid)).start();
        assertThat(kill.waitFor()).isZero();
    }
}

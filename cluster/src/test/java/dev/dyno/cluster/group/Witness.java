package dev.dyno.cluster.group;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.Predicate;

/** Notes the calls of a member, and answers its requests. */
final class Witness implements GroupListener {

    private static final Duration PATIENCE = Duration.ofSeconds(20);

    private final List<String> seen = new ArrayList<>();
    private final CountDownLatch other = new CountDownLatch(1);

    @Override
    public void joined(Member member) {
        see("joined " + member.name());
    }

    @Override
    public void left(Member member, Departure how) {
        see("left " + member.name() + " " + how);
    }

    @Override
    public void received(Member from, byte[] message) {
        see("received " + from.name() + " " + new String(message, StandardCharsets.UTF_8));
    }

    @Override
    public void refused(String who, String why) {
        see("refused " + who + " | " + why);
    }

    @Override
    public byte[] answer(Member from, byte[] request) throws GroupException {
        final String question = new String(request, StandardCharsets.UTF_8);
        switch (question) {
            case "refuse" -> throw new GroupException("There is no driver kafka here.");
            case "break" -> throw new IllegalStateException("a fault");
            case "wait" -> await();
            case "release" -> other.countDown();
            default -> see("asked " + from.name() + " " + question.length());
        }
        return request.clone();
    }

    synchronized List<String> seen() {
        return List.copyOf(seen);
    }

    /** Waits until that was seen. */
    void awaits(String line) {
        awaits(lines -> lines.contains(line), line);
    }

    synchronized void awaits(Predicate<List<String>> condition, String what) {
        final long endNs = System.nanoTime() + PATIENCE.toNanos();
        try {
            while (!condition.test(seen)) {
                final long leftMs = TimeUnit.NANOSECONDS.toMillis(endNs - System.nanoTime());
                if (leftMs <= 0) {
                    break;
                }
                wait(leftMs);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        assertThat(condition.test(seen)).as(what + " in " + seen).isTrue();
    }

    private synchronized void see(String line) {
        seen.add(line);
        notifyAll();
    }

    private void await() {
        see("waits");
        try {
            if (!other.await(PATIENCE.toSeconds(), TimeUnit.SECONDS)) {
                see("nobody came");
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}

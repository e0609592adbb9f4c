package dev.dyno.engine.proxy;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/**
 * A network of machines that are network namespaces, each on a switch of its own: nothing of it touches the network of this
 * machine. {@link #remove} leaves nothing.
 */
public final class Lan {

    private final String prefix = "dyno-" + ProcessHandle.current().pid() + "-";
    private final List<String> namespaces = new ArrayList<>();

    private Lan() {}

    /** Skips the test where there can be none. */
    public static Lan open() throws IOException, InterruptedException {
        assumeTrue(canHaveOne(), "network namespaces need root and the program ip");
        final Lan lan = new Lan();
        lan.namespace("switch");
        lan.ip("-n", lan.name("switch"), "link", "add", "br0", "type", "bridge");
        lan.ip("-n", lan.name("switch"), "link", "set", "br0", "up");
        return lan;
    }

    /** A machine on the switch, with the address 10.0.0.{@code number}. */
    public void machine(String machine, int number) throws IOException, InterruptedException {
        namespace(machine);
        final String cable = "to-" + machine;
        ip("-n", name("switch"), "link", "add", cable, "type", "veth", "peer", "name", "eth0", "netns", name(machine));
        ip("-n", name("switch"), "link", "set", cable, "master", "br0", "up");
        ip("-n", name(machine), "addr", "add", "10.0.0." + number + "/24", "dev", "eth0");
        ip("-n", name(machine), "link", "set", "eth0", "up");
        ip("-n", name(machine), "link", "set", "lo", "up");
    }

    /** A machine that nobody can connect to: it reaches the others through one of them, which translates its address. */
    public void behind(String machine, String router) throws IOException, InterruptedException {
        assumeTrue(succeeds("which", "iptables"), "iptables is not installed");
        namespace(machine);
        ip("-n", name(router), "link", "add", "inner", "type", "veth", "peer", "name", "eth0", "netns", name(machine));
        ip("-n", name(router), "addr", "add", "192.168.7.1/24", "dev", "inner");
        ip("-n", name(router), "link", "set", "inner", "up");
        ip("-n", name(machine), "addr", "add", "192.168.7.2/24", "dev", "eth0");
        ip("-n", name(machine), "link", "set", "eth0", "up");
        ip("-n", name(machine), "link", "set", "lo", "up");
        ip("-n", name(machine), "route", "add", "default", "via", "192.168.7.1");
        run(on(router, "sysctl", "-q", "-w", "net.ipv4.ip_forward=1"));
        run(on(router, "iptables", "-t", "nat", "-A", "POSTROUTING", "-o", "eth0", "-j", "MASQUERADE"));
    }

    private List<String> on(String machine, String... command) {
        final List<String> words = new ArrayList<>(List.of(on(machine)));
        words.addAll(List.of(command));
        return words;
    }

    /** The words before a command that is to run there. */
    public String[] on(String machine) {
        return new String[] {"ip", "netns", "exec", name(machine)};
    }

    /** Takes down the link of a machine to the switch. */
    public void cut(String machine) throws IOException, InterruptedException {
        ip("-n", name("switch"), "link", "set", "to-" + machine, "down");
    }

    /** Brings the link up again. */
    public void plugIn(String machine) throws IOException, InterruptedException {
        ip("-n", name("switch"), "link", "set", "to-" + machine, "up");
    }

    /** Removes all namespaces. */
    public void remove() throws IOException, InterruptedException {
        for (final String namespace : namespaces) {
            ip("netns", "del", namespace);
        }
        namespaces.clear();
    }

    private void namespace(String machine) throws IOException, InterruptedException {
        ip("netns", "add", name(machine));
        namespaces.add(name(machine));
    }

    private String name(String machine) {
        return prefix + machine;
    }

    private void ip(String... words) throws IOException, InterruptedException {
        final List<String> command = new ArrayList<>(List.of("ip"));
        command.addAll(List.of(words));
        run(command);
    }

    private static void run(List<String> command) throws IOException, InterruptedException {
        final Process process =
                new ProcessBuilder(command).redirectErrorStream(true).start();
        final String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(process.waitFor())
                .as(String.join(" ", command) + ": " + said)
                .isZero();
    }

    private static boolean canHaveOne() throws InterruptedException {
        final String probe = "dyno-" + ProcessHandle.current().pid() + "-probe";
        try {
            return succeeds("ip", "netns", "add", probe) && succeeds("ip", "netns", "del", probe);
        } catch (IOException e) {
            return false;
        }
    }

    private static boolean succeeds(String... command) throws IOException, InterruptedException {
        final Process process =
                new ProcessBuilder(command).redirectErrorStream(true).start();
        process.getInputStream().readAllBytes();
        return process.waitFor() == 0;
    }
}

package dev.dyno.cluster.group;

/** Why somebody is not let in: the same words on both consoles. */
final class Refusals {

    private Refusals() {}

    static String nameTaken(String name) {
        return "There is a member named " + name + " already; give this one another name with --name.";
    }
}

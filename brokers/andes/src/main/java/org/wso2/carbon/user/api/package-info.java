/** Stand-in for what Andes expects of WSO2 Carbon: the administrator's name. */
package org.wso2.carbon.user.api;

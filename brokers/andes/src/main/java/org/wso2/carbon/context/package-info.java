/** Stand-in for what Andes expects of WSO2 Carbon: who the current user is. */
package org.wso2.carbon.context;
